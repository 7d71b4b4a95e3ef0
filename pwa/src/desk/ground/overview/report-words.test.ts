import type { ReferralWeek } from '@sunloop/shared-types/program/reports.ts';
import { expect, test } from 'vitest';
import {
  bucketLabels,
  completionSummary,
  funnelOf,
  funnelSummary,
  payoutsSummary,
  referrersSummary,
  weeksSummary,
} from './report-words.ts';

const aWeek = (overrides: Partial<ReferralWeek> = {}): ReferralWeek => ({
  week: '2026-11-16',
  submitted: 0,
  contact_made: 0,
  in_progress: 0,
  completed: 0,
  ...overrides,
});

test('a funnel counts referrals that reached at least each status', () => {
  const stages = funnelOf([aWeek({ submitted: 4, contact_made: 3 }), aWeek({ completed: 1 })]);
  expect(stages.map(({ count, share }) => `${count} ${share}`)).toEqual([
    '8 100%',
    '4 50%',
    '1 13%',
    '1 13%',
  ]);
  expect(funnelSummary(stages)).toBe(
    'Of 8 referrals, 50% were at least contacted and 13% were completed.',
  );
  expect(funnelSummary(funnelOf([]))).toBe('No referrals to follow yet.');
});

test('weeks are summarized in a sentence', () => {
  expect(weeksSummary([aWeek({ completed: 1 }), aWeek({ submitted: 2 })])).toBe(
    '3 referrals in the last 2 weeks, 2 of them this week; 1 completed so far.',
  );
  expect(weeksSummary([aWeek()])).toBe('No referrals in the last week.');
});

test('buckets are named by their ranges', () => {
  const buckets = [0, 7, 8, null].map((days) => ({ days, referrals: 1 }));
  expect(bucketLabels(buckets)).toEqual(['0', '1–7', '8', 'over 8']);
});

test('the median is given in days, if there is one', () => {
  const report = { weeks: [], payoutMonths: [], topReferrers: [] };
  const completion = [{ days: 7, referrals: 3 }];
  expect(completionSummary({ ...report, completion, medianDays: 1.4 })).toBe(
    'Half of the 3 completed referrals took 1 day or less.',
  );
  expect(completionSummary({ ...report, completion, medianDays: 0.2 })).toBe(
    'Half of the 3 completed referrals took less than a day.',
  );
  const one = [{ days: 7, referrals: 1 }];
  expect(completionSummary({ ...report, completion: one, medianDays: 5 })).toBe(
    'The only completed referral took 5 days.',
  );
  expect(completionSummary({ ...report, completion: [], medianDays: null })).toBe(
    'No referral has been completed yet.',
  );
});

test('payouts and referrers are summarized, even if there are none', () => {
  const month = { month: '2026-11', users: 1, lines: 2, unpaidLines: 1 };
  expect(payoutsSummary([{ ...month, amountCents: 60_000, paidCents: 30_000 }])).toBe(
    '$600 of rewards in the last month.',
  );
  expect(payoutsSummary([])).toMatch(/^No rewards/);
  const ann = { userId: 'a', username: 'Ann', email: 'a@b.c', referrals: 3, completed: 1 };
  expect(referrersSummary([{ ...ann, amountCents: 0 }])).toBe(
    'Ann leads with 1 completed referral of 3.',
  );
  expect(referrersSummary([])).toBe('Nobody has referred anybody yet.');
});
