import { expect, test } from 'vitest';
import { WrittenLog } from './written-log.ts';

function logOf(...samples: readonly (readonly [at: number, position: number])[]): WrittenLog {
  const log = new WrittenLog();
  for (const [at, position] of samples) log.note(position, at);
  return log;
}

test('a replica is as old as the newest position it has reached', () => {
  const log = logOf([0, 100], [1000, 200], [2000, 300]);
  expect(log.lagOf(300, 90_000)).toBe(0);
  expect(log.lagOf(299, 90_000)).toBe(1000);
  expect(log.lagOf(100, 90_000)).toBe(2000);
});

test('where nothing is written it is not behind, however long ago something was', () => {
  expect(logOf([0, 100], [3_600_000, 100]).lagOf(100, 3_600_000)).toBe(0);
});

test('behind all that is known, what it replayed last says how old it is', () => {
  expect(logOf([0, 100]).lagOf(50, 7000)).toBe(7000);
  expect(logOf([0, 100], [9000, 200]).lagOf(50, 7000)).toBe(9000);
});

test('without a sample nobody knows, nor after another primary began', () => {
  expect(new WrittenLog().lagOf(100, 0)).toBeUndefined();
  const log = logOf([0, 100], [1000, 90]);
  expect(log.lagOf(95, 7000)).toBe(0);
  log.forget();
  expect(log.lagOf(95, 7000)).toBeUndefined();
});
