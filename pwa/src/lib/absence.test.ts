import { expect, test } from 'vitest';
import { type Absence, passTime } from './absence.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-03-01T08:00:00Z');
const begun: Absence = { countedMs: 0, seenAt: T0, backMs: 0 };
/** Counted in days after looks at these days of the clock. */
const daysAfter = (...clock: number[]) =>
  clock.reduce((absence, day) => passTime(absence, T0 + day * DAY), begun).countedMs / DAY;

test('Days pass, however often somebody looks', () => {
  expect(daysAfter(31)).toBe(31);
  expect(daysAfter(1, 2, 2, 17, 31)).toBe(31);
});

test('A clock put back takes nothing away of what was counted', () => {
  expect(daysAfter(31, 1)).toBe(31);
  expect(daysAfter(20, -400)).toBe(20);
});

test('A clock put back for good counts on from there', () => {
  expect(daysAfter(1, -364, -363, -362, -334)).toBe(31);
});

test('A clock that lost its time and was put right counts what passed, and no leap', () => {
  expect(daysAfter(1, -20_000, 2)).toBe(2);
  expect(daysAfter(1, -20_000, -19_999.9, 3)).toBeCloseTo(3.0, 0);
});

test('A clock put forward adds the leap, and put right again keeps it', () => {
  expect(daysAfter(40, 1)).toBe(40);
});
