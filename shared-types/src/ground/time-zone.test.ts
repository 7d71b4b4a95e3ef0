import { expect, test } from 'vitest';
import { officeDay, officeTime } from './time-zone.ts';

test.each([
  ['America/New_York', '2027-01-01T01:00:00.500Z', '2026-12-31T20:00:00.500-05:00'],
  ['America/New_York', '2026-07-01T03:59:59.999Z', '2026-06-30T23:59:59.999-04:00'],
  ['Asia/Kolkata', '2026-11-27T20:00:00.000Z', '2026-11-28T01:30:00.000+05:30'],
  ['Nowhere/Here', '2026-11-27T20:00:00.000Z', '2026-11-27T20:00:00.000+00:00'],
  [undefined, '2026-11-27T20:00:00.000Z', '2026-11-27T20:00:00.000+00:00'],
])('the clock of an office in %s shows %s as %s', (zone, time, shown) => {
  const ms = Date.parse(time);
  expect(officeTime(ms, zone)).toBe(shown);
  expect(Date.parse(shown)).toBe(ms);
  expect(officeDay(ms, zone)).toBe(shown.slice(0, 10));
});
