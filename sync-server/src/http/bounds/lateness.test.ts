import { expect, test } from 'vitest';
import { Lateness } from './lateness.ts';

/** The lateness after turns of the loop that took so long each, in milliseconds. */
function after(...turnsMs: number[]): number {
  let now = 0;
  const lateness = new Lateness(now);
  for (const turnMs of turnsMs) lateness.look((now += turnMs));
  return lateness.at(now);
}
const times = (count: number, turnMs: number) => Array.from({ length: count }, () => turnMs);

test('a loop that is on time is not late', () => {
  expect(after(...times(100, 20))).toBe(0);
});

test('a single pause counts little, one turn after another that long much', () => {
  expect(after(...times(50, 20), 150)).toBeLessThan(70);
  expect(after(...times(50, 20), ...times(10, 150))).toBeGreaterThan(125);
});

test('it is forgotten within a second', () => {
  expect(after(...times(10, 400), ...times(50, 20))).toBeLessThan(10);
});

test('a turn that is not over yet counts as long as it has been', () => {
  const lateness = new Lateness(0);
  lateness.look(20);
  expect(lateness.at(30)).toBe(0);
  expect(lateness.at(1020)).toBeGreaterThan(900);
  expect(lateness.at(30)).toBe(0);
});
