import { expect, test } from 'vitest';
import { type Absence, passTime } from './absence.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-03-01T08:00:00Z');
const begun: Absence = { countedMs: 0, seenAt: T0, backMs: 0 };
/** The count in days after checks on these days of the clock. */
const daysAfter = (...clock: number[]) =>
  clock.reduce((absence, day) => passTime(absence, T0 + day * DAY), begun).countedMs / DAY;

test('Days are counted, however often somebody checks', () => {
  expect(daysAfter(31)).toBe(31);
  expect(daysAfter(1, 2, 2, 17, 31)).toBe(31);
});

test('A clock put back takes away nothing that was counted', () => {
  expect(daysAfter(31, 1)).toBe(31);
  expect(daysAfter(20, -400)).toBe(20);
});

test('After a clock is put back for good, counting continues from there', () => {
  expect(daysAfter(1, -364, -363, -362, -334)).toBe(31);
});

test('A clock that lost its time and was put right counts only the time that passed', () => {
  expect(daysAfter(1, -20_000, 2)).toBe(2);
  expect(daysAfter(1, -20_000, -19_999.9, 3)).toBeCloseTo(3.0, 0);
});

test('A clock put forward adds the jump, and keeps it when put right again', () => {
  expect(daysAfter(40, 1)).toBe(40);
});
