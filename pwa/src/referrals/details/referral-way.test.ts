import { expect, test } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';
import { wayOf } from './referral-way.ts';

const JAN_2 = '2026-01-02T12:00:00.000Z';
const FEB_3 = '2026-02-03T12:00:00.000Z';
const DAY = startOfDay(Date.parse(FEB_3));
const USUAL = {
  contact_made: 'within 2 days',
  in_progress: '1 to 2 weeks',
  completed: 'in a week',
  paid: '',
};
const titles = ['Submitted', 'Contacted', 'In progress', 'Installed', 'Paid'];

test('a friend in progress has completed steps and one next step with its usual duration', () => {
  const way = wayOf(aReferral({ status: 'in_progress', createdAt: JAN_2, updatedAt: FEB_3 }), {
    usual: USUAL,
    day: DAY,
  });
  expect(way.map(({ title }) => title)).toEqual(titles);
  expect(way.map(({ tone }) => tone)).toEqual(['good', 'good', 'good', 'wait', 'plain']);
  expect(way.map(({ when }) => when)).toEqual(['Jan 2, 2026', '', 'Feb 3, 2026', '', '']);
  expect(way.flatMap(({ detail }) => detail ?? [])).toEqual([
    'Next: Panels go up, usually in a week.',
  ]);
});

test('the reward is next once the panels are up, and nothing follows once it is paid', () => {
  const referral = aReferral({ status: 'completed', createdAt: JAN_2, updatedAt: JAN_2 });
  expect(
    wayOf(referral, { reward: { date: FEB_3, paidAt: null }, usual: USUAL, day: DAY }).at(-1),
  ).toMatchObject({
    tone: 'wait',
    when: '',
    // The operator promises no duration.
    detail: 'Next: Your reward follows.',
  });
  const paid = wayOf(referral, {
    reward: { date: JAN_2, paidAt: FEB_3, paidHow: 'by check, no. 7' },
    usual: USUAL,
    day: DAY,
  });
  expect(paid.at(-1)).toMatchObject({
    tone: 'good',
    when: 'Feb 3, 2026',
    detail: 'by check, no. 7',
  });
});

test('if the server gives no usual duration, the next step is shown without one', () => {
  const way = wayOf(aReferral({ status: 'submitted' }), { day: DAY });
  expect(way[1]).toMatchObject({ tone: 'wait', detail: 'Next: We call them.' });
});

test('the way of one that is not paid ends with its install', () => {
  const way = wayOf(aReferral({ status: 'in_progress', share: 0 }), { day: DAY });
  expect(way.map(({ title }) => title)).toEqual(titles.slice(0, -1));
});

test('a reward says its day, and once that has passed that it is late, not how long it usually takes', () => {
  const referral = aReferral({ status: 'completed', createdAt: JAN_2, updatedAt: JAN_2 });
  const usual = { ...USUAL, paid: 'within 30 days' };
  const last = (dueAt: string) => wayOf(referral, { usual, dueAt, day: DAY }).at(-1)?.detail;
  expect(last('2026-03-05T12:00:00.000Z')).toBe('Next: Your reward follows by Mar 5, 2026.');
  expect(last(JAN_2)).toBe('Your reward is late: it was due Jan 2, 2026. Call us.');
  const earlyToday = new Date(2026, 1, 3, 0, 1).toISOString();
  expect(last(earlyToday), 'the whole day').toBe('Next: Your reward follows by Feb 3, 2026.');
});
