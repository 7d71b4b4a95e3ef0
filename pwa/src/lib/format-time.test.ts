import { expect, test } from 'vitest';
import { formatDayName } from './format-time.ts';

test('a heading names today and yesterday, by the day and not by hours', () => {
  const at = (text: string) => Date.parse(text);
  const now = at('2020-03-05T00:10:00');
  expect(formatDayName(at('2020-03-05T00:05:00'), now)).toBe('Today');
  expect(formatDayName(at('2020-03-04T23:55:00'), now)).toBe('Yesterday');
  expect(formatDayName(at('2020-03-03T23:55:00'), now)).toBe('Mar 3, 2020');
});
