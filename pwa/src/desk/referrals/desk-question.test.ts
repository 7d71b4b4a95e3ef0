import { LABEL_MAX } from '@sunloop/shared-types/limits.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { filterOf, questionOf } from './desk-question.ts';
import { FIRST_VIEW } from './desk-view.ts';

const REFERRER = '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d';
/** What is left of a question for the server. */
const told = (question: object) => JSON.parse(JSON.stringify(question)) as unknown;

test('a view asks for its filter and its order, in the form the server reads', () => {
  const view = { ...FIRST_VIEW, q: ' jose ', status: 'completed', referrer: REFERRER };
  const question = questionOf({ ...view, column: 'reward', isDescending: false });
  expect(told(question)).toEqual({
    q: 'jose',
    status: 'completed',
    referrer: REFERRER,
    sort: 'reward',
  });
  expect(v.is(adminReferralRoutes.adminReferrals.query, told(question))).toBe(true);
});

test('a mark is no status, and what waits only this device knows', () => {
  expect(told(filterOf({ ...FIRST_VIEW, status: 'late' }))).toEqual({ mark: 'late' });
  expect(told(filterOf({ ...FIRST_VIEW, status: 'waiting' }))).toEqual({});
  expect(told(filterOf({ ...FIRST_VIEW, status: 'nonsense' }))).toEqual({});
});

test('days are days of this device, both included', () => {
  const { from, before } = filterOf({ ...FIRST_VIEW, from: '2026-03-28', to: '2026-03-29' });
  expect(from).toBe(new Date(2026, 2, 28).toISOString());
  expect(before).toBe(new Date(2026, 2, 30).toISOString());
});

test('what the server would refuse is not asked', () => {
  const { q, referrer } = filterOf({ ...FIRST_VIEW, q: 'x'.repeat(999), referrer: 'nobody' });
  expect(q).toHaveLength(LABEL_MAX);
  expect(referrer).toBeUndefined();
});
