import { expect, test } from 'vitest';
import { averagePayout, conversionRate, paidAndOwed, paidOut } from './system-figures.ts';

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

test('money is written as SPEC writes sums', () => {
  expect(paidOut(stats)).toBe('$1,000');
  expect(paidOut({ ...stats, totalReferralsPaidOut: 1234.5 })).toBe('$1,234.50');
});

test('what customers earned is split into paid and owed, if the server says so', () => {
  const told = { ...stats, totalPaid: 1900, totalOwed: 3100 };
  expect(paidAndOwed(told)).toBe('Earned by customers · $1,900 paid · $3,100 owed');
  expect(paidAndOwed(stats)).toBeUndefined();
});
