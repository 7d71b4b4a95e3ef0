import type { LadderSpan } from '@sunloop/shared-types/program/ladder.ts';
import { expect, test } from 'vitest';
import { promiseOf } from './promise-of.ts';

const aSpan = (from: number, to: number | null, reward: string): LadderSpan => {
  return { from, to, reward, cents: 0, tierName: null, description: null };
};

test.each([
  [
    [aSpan(1, 2, '$300'), aSpan(3, null, '$1,000')],
    '$1,000',
    '$300 for each of your first two referrals, and up to $1,000 as you go on.',
  ],
  [
    [aSpan(1, 1, '$250'), aSpan(2, null, 'A lamp')],
    '$250',
    '$250 for your first referral, and more as you go on.',
  ],
  [[aSpan(1, null, '$100')], '$100', '$100 for every friend who goes solar.'],
  [
    [aSpan(1, 9, 'A lamp'), aSpan(10, null, 'A roof')],
    null,
    'A lamp for each of your first 9 referrals, and more as you go on.',
  ],
])('the sign-in page promises what the ladder pays: %#', (spans, highest, sentence) => {
  expect(promiseOf({ spans, highest })).toBe(sentence);
});
