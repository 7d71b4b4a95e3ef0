import { expect, test } from 'vitest';
import { matchesOf, referralsText } from './count-words.ts';
import type { ReferralList } from './referral-list.ts';

const list: ReferralList = {
  missing: undefined,
  isBehind: false,
  length: 100,
  rest: 'loading',
  rowAt: () => undefined,
  placeOf: () => -1,
  request: () => undefined,
  retry: () => undefined,
};
const text = (of: ReferralList, count?: { total: number; isMore: boolean }) =>
  referralsText(matchesOf(of, count));

test.each([
  [
    'a list that was read to its end counts its own rows',
    { ...list, rest: 'none' },
    '100 referrals',
  ],
  ['a single one', { ...list, rest: 'none', length: 1 }, '1 referral'],
  [
    'a list of another question does not',
    { ...list, rest: 'none', isBehind: true },
    '700 referrals',
  ],
  [
    'nor does one that could not be read',
    { ...list, rest: 'none', length: 0, missing: 'error' },
    '700 referrals',
  ],
  ['otherwise the server has counted', list, '700 referrals'],
] as const)('%s', (_, of, told) => {
  expect(text(of, { total: 700, isMore: false })).toBe(told);
});

test('what is not counted further is more than so many, and nothing is said of what is unknown', () => {
  const count = { total: 10_000, isMore: true };
  expect(text(list, count)).toBe('More than 10,000 referrals');
  expect(matchesOf(list, count).total).toBeUndefined();
  expect(text(list)).toBe('');
});
