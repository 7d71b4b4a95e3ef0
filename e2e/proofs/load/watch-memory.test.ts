import { expect, test } from 'vitest';
import { slopeOf } from './watch-memory.ts';

test('what grows by 3 MB a minute is found to, through what comes and goes', () => {
  const points = Array.from({ length: 120 }, (_, at): [number, number] => [
    at * 5000,
    100 + (at * 5) / 20 + (at % 2 === 0 ? 4 : -4),
  ]);
  expect(slopeOf(points)).toBeCloseTo(3, 1);
});

test('what stays as it is does not grow, and of one look nothing is said', () => {
  expect(
    slopeOf([
      [0, 5],
      [5000, 5],
      [10_000, 5],
    ]),
  ).toBe(0);
  expect(slopeOf([[0, 5]])).toBe(0);
});
