import { expect, test } from 'vitest';
import { formatShortDay } from './format-date.ts';

test('a day of this year needs no year', () => {
  const year = new Date().getFullYear();
  expect(formatShortDay(`${year}-03-05T12:00:00`)).toBe('Mar 5');
  expect(formatShortDay('2020-03-05T12:00:00')).toBe('Mar 5, 2020');
  expect(formatShortDay('never')).toBe('Unknown');
});
