import { expect, test } from 'vitest';
import { averagePayout, conversionRate, earnedAndOwed, paidOut } from './system-figures.ts';

const stats = {
  totalUsers: 4,
  totalReferrals: 7,
  completedReferrals: 3,
  totalReferralsPaidOut: 1000,
};

test('rate and average are rounded, with percent and dollar sign', () => {
  expect(conversionRate(stats)).toBe('43%');
  expect(averagePayout(stats)).toBe('$333');
});

test('a share of nothing is N/A', () => {
  const nothing = { ...stats, totalReferrals: 0, completedReferrals: 0, totalReferralsPaidOut: 0 };
  expect(conversionRate(nothing)).toBe('N/A');
  expect(averagePayout(nothing)).toBe('N/A');
  expect(conversionRate({ ...stats, completedReferrals: 0 })).toBe('0%');
});

test('what was paid is written as SPEC writes sums, with what it is a part of', () => {
  const told = { ...stats, totalReferralsPaidOut: 4000, totalPaid: 1900, totalOwed: 2100 };
  expect(paidOut(told)).toBe('$1,900');
  expect(paidOut({ ...told, totalPaid: 1234.5 })).toBe('$1,234.50');
  expect(earnedAndOwed(told)).toBe('of $4,000 earned, $2,100 owed');
  expect(earnedAndOwed({ ...told, totalOwed: 2400, totalOverpaid: 300 })).toBe(
    'of $4,000 earned, $2,400 owed, $300 overpaid',
  );
});

test('an older answer does not say what was paid', () => {
  expect([paidOut(stats), earnedAndOwed(stats)]).toEqual([undefined, undefined]);
});
