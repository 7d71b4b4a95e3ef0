import { expect, test } from 'vitest';
import { BACKOFF_MAX_MS, backoffMs, isPauseOver } from './backoff.ts';

test('the pause doubles from 1 s to 5 min and stays there (rule 8)', () => {
  const pauses = [1, 2, 3, 9, 10, 1000].map((failures) => backoffMs(failures, 1));
  expect(pauses).toEqual([1000, 2000, 4000, 256_000, BACKOFF_MAX_MS, BACKOFF_MAX_MS]);
});

test('chance spreads the pause, but never down to nothing (rule 8)', () => {
  expect(backoffMs(4, 0.5)).toBe(4000);
  expect(backoffMs(4, 0)).toBe(800);
});

test('a time has come when it is past, or when it can only come from before a clock was put back', () => {
  expect([isPauseOver(99, 100), isPauseOver(100, 100), isPauseOver(101, 100)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isPauseOver(100 + 24 * 60 * 60_000, 100)).toBe(true);
});
