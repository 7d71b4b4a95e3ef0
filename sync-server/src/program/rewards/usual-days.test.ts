import { expect, test } from 'vitest';
import { usualDays } from './usual-days.ts';

test.each([
  ['within 30 days', 30],
  ['in 30 to 60 days', 60],
  ['1 to 2 weeks', 14],
  ['within a month', 30],
  ['10 business days, or two weeks', 14],
  ['by check, a week after the inspection', 7],
  ['', undefined],
  ['on the 5th', undefined],
  ['bald', undefined],
])('%j is %j days at the longest', (text, days) => {
  expect(usualDays(text)).toBe(days);
});
