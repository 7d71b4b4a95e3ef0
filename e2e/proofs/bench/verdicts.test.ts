import { expect, test } from 'vitest';
import { Measurements } from './measurements.ts';
import { judge, medianTable, partsOf, verdictTable, type Target } from './verdicts.ts';

const target = (overrides: Partial<Target>): Target => ({
  part: 'a',
  name: 'replay',
  unit: '×',
  limit: 0.4,
  kind: 'at most',
  value: () => 0.4,
  ...overrides,
});

test('a target is met up to its limit and fails beyond it, in either direction', () => {
  const targets = [
    target({}),
    target({ value: () => 0.41 }),
    target({ kind: 'at least', value: () => 0.4 }),
    target({ kind: 'at least', value: () => 0.39 }),
    target({ value: () => undefined }),
  ];
  const words = judge(targets, new Measurements()).map(({ word }) => word);
  expect(words).toEqual(['pass', 'FAIL', 'pass', 'FAIL', 'not run']);
});

test('the tables show a target’s limit, figure and verdict, and the turns behind a median', () => {
  const measured = new Measurements();
  for (const value of [1234.5, 20, 3.456]) measured.add('our replay', 'ms', value);
  const [slow] = judge([target({ unit: 'ms', limit: 50, value: () => 61.28 })], measured);
  expect(verdictTable(slow ? [slow] : [])).toContain('| replay | ≤ 50 ms | 61.3 | FAIL |');
  expect(medianTable(measured)).toContain('| our replay | 20 | ms | 1235, 20, 3.46 |');
});

test('parts are named one by one or with commas, and an unknown part is an error', () => {
  expect(partsOf(['d,a', 'compression'])).toEqual(['a', 'd', 'compression']);
  expect(partsOf(undefined)).toHaveLength(6);
  expect(() => partsOf(['z'])).toThrow('there is no part z');
});
