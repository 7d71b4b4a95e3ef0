import { expect, test } from 'vitest';
import { formatAge, formatSpan } from './format-age.ts';
import { formatMoment } from './format-date.ts';

const SINCE = Date.UTC(2026, 10, 21, 15, 5);
const ago = (minutes: number) => formatAge(SINCE, SINCE + minutes * 60_000).split(' · ')[1];

test('an age is a moment and how long ago it was, in the largest unit', () => {
  expect(formatAge(SINCE, SINCE)).toBe(`As of ${formatMoment(SINCE)} · just now`);
  expect(ago(1)).toBe('1 minute ago');
  expect(ago(59)).toBe('59 minutes ago');
  expect(ago(60)).toBe('1 hour ago');
  expect(ago(47 * 60)).toBe('1 day ago');
  expect(ago(72 * 60)).toBe('3 days ago');
});

test('a moment from before a clock was put back is just now', () => {
  expect(ago(-5)).toBe('just now');
});

test('a span is told in its largest unit', () => {
  const MINUTE_MS = 60_000;
  expect(formatSpan(-5 * MINUTE_MS)).toBe('less than a minute');
  expect(formatSpan(MINUTE_MS)).toBe('1 minute');
  expect(formatSpan(61 * MINUTE_MS)).toBe('1 hour');
  expect(formatSpan(12 * 24 * 60 * MINUTE_MS)).toBe('12 days');
});
