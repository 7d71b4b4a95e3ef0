import { expect, test } from 'vitest';
import { impactFigures } from './impact-figures.ts';

const impact = {
  carbonSavedTons: '7',
  treesEquivalent: 116,
  homesPowered: 0.9,
  pollutionReduced: '15432.4',
  lastCalculated: '2026-11-20T10:00:00.000Z',
};

test('progress is the share of ten tons, and cars are half the tons, rounded', () => {
  expect(impactFigures(impact)).toMatchObject({
    tons: 7,
    percent: 70,
    cars: 4,
    pollution: 15432.4,
  });
});

test('progress stops at a hundred percent', () => {
  expect(impactFigures({ ...impact, carbonSavedTons: '72.5' })).toMatchObject({
    percent: 100,
    cars: 36,
  });
});
