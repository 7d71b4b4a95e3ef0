import { expect, test } from 'vitest';
import { aReferral } from '../../test/builders.ts';
import { wayOf } from './referral-way.ts';

const JAN_2 = '2026-01-02T12:00:00.000Z';
const FEB_3 = '2026-02-03T12:00:00.000Z';
const titles = ['Submitted', 'Contacted', 'In progress', 'Installed', 'Paid'];

test('a friend in progress has what is done behind and one next step with its usual days', () => {
  const way = wayOf(
    aReferral({ status: 'in_progress', createdAt: JAN_2, updatedAt: FEB_3 }),
    undefined,
  );
  expect(way.map(({ title }) => title)).toEqual(titles);
  expect(way.map(({ tone }) => tone)).toEqual(['good', 'good', 'good', 'wait', 'plain']);
  expect(way.map(({ when }) => when)).toEqual(['Jan 2, 2026', '', 'Feb 3, 2026', '', '']);
  expect(way.flatMap(({ detail }) => detail ?? [])).toEqual([
    'Next: Panels go up, usually in 30 to 60 days.',
  ]);
});

test('the reward is next once the panels are up, and the way ends when it is paid', () => {
  const referral = aReferral({ status: 'completed', createdAt: JAN_2, updatedAt: JAN_2 });
  expect(wayOf(referral, { date: FEB_3, paidAt: null }).at(-1)).toMatchObject({
    tone: 'wait',
    when: '',
  });
  const paid = wayOf(referral, { date: JAN_2, paidAt: FEB_3 });
  expect(paid.at(-1)).toMatchObject({ tone: 'good', when: 'Feb 3, 2026', detail: undefined });
});

test('a referral with a status nobody knows stands at the start', () => {
  expect(wayOf(aReferral({ status: 'submitted' }), undefined)[1]?.tone).toBe('wait');
});
