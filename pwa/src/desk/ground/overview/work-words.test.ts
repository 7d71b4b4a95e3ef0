import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { expect, test } from 'vitest';
import { tasksOf } from './work-words.ts';

const SINCE = '2026-11-02T03:04:05.000Z';
const stats = {
  totalUsers: 4,
  totalReferrals: 7,
  completedReferrals: 3,
  totalReferralsPaidOut: 4000,
  totalPaid: 1900,
  totalOwed: 2100,
  totalOverpaid: 0,
};
const waiting = (count: number) => ({ count, since: count === 0 ? null : SINCE });
const workOf = (
  [calls, quotes, payouts, pairs]: [number, number, number, number],
  isMore = false,
) => ({
  calls: waiting(calls),
  quotes: waiting(quotes),
  payouts: waiting(payouts),
  duplicates: { ...waiting(pairs), isMore },
});
const wordsOf = (work: NonNullable<AdminStats['work']>) =>
  tasksOf({ ...stats, work })?.map(({ words }) => words);

test('each task is a sentence that begins with its verb', () => {
  expect(wordsOf(workOf([26, 1, 1, 2]))).toEqual([
    'Call 26 people',
    'Answer 1 quote',
    'Pay $2,100 to 1 person',
    'Check 2 pairs',
  ]);
  expect(wordsOf(workOf([1, 2, 3, 200], true))).toEqual([
    'Call 1 person',
    'Answer 2 quotes',
    'Pay $2,100 to 3 people',
    'Check more than 200 pairs',
  ]);
  for (const { words, verb } of tasksOf({ ...stats, work: workOf([1, 1, 1, 1]) }) ?? []) {
    expect(words.startsWith(`${verb} `)).toBe(true);
  }
});

test('devices that are late or have lost something are one more task', () => {
  const wordsWith = (count: number) =>
    wordsOf({ ...workOf([0, 0, 0, 0]), devices: waiting(count) });
  expect(wordsWith(1)).toEqual(['Ask about 1 device with referrals we have not received']);
  expect(wordsWith(2)).toEqual(['Ask about 2 devices with referrals we have not received']);
  expect(wordsWith(0)).toEqual([]);
});

test('what is done is not listed, and an older answer tells of nothing', () => {
  expect(wordsOf(workOf([0, 0, 2, 0]))).toEqual(['Pay $2,100 to 2 people']);
  expect(tasksOf(stats)).toBeUndefined();
});
