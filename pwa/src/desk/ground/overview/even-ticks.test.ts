import { expect, test } from 'vitest';
import { evenTicks } from './even-ticks.ts';

test('an axis has equal round steps, the last not below the highest value', () => {
  expect(evenTicks(97)).toEqual([0, 25, 50, 75, 100]);
  expect(evenTicks(3)).toEqual([0, 1, 2, 3]);
  expect(evenTicks(9)).toEqual([0, 5, 10]);
  expect(evenTicks(1234)).toEqual([0, 500, 1000, 1500]);
});

test('an axis of counts has no halves, and one of cents no cents', () => {
  expect(evenTicks(0)).toEqual([0, 1]);
  expect(evenTicks(1)).toEqual([0, 1]);
  expect(evenTicks(340_000, 100)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
  expect(evenTicks(330, 100)).toEqual([0, 100, 200, 300, 400]);
});

test.each([1, 7, 10, 11, 26, 99, 100, 101, 12_345, 999_999])(
  'an axis up to %i has at most four whole steps',
  (highest) => {
    const ticks = evenTicks(highest);
    const step = ticks[1] ?? 0;
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks).toEqual(ticks.map((_, at) => at * step));
    expect(Number.isInteger(step)).toBe(true);
  },
);
