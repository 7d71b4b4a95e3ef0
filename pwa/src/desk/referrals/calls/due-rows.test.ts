import type { CallList, DueCall } from '@sunloop/shared-types/referrals/call-list.ts';
import type { Lead } from '@sunloop/shared-types/referrals/calls.ts';
import { expect, test } from 'vitest';
import { aCall, anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { besideIn, dueRowsOf } from './due-rows.ts';

const TODAY = '2026-11-27';
const NOBODYS: Lead = { ownerId: null, ownerName: null, dueOn: null };
const rowOf = (name: string, lead: Partial<Lead> = {}, status = 'submitted'): DueCall => ({
  referral: anAdminReferral({ name, status }),
  lead: { ...NOBODYS, ...lead },
  calls: [],
});
const listOf = (...calls: DueCall[]): CallList => ({
  total: calls.length + 40,
  overdue: calls.filter(({ lead: { dueOn } }) => dueOn !== null && dueOn < TODAY).length,
  isMore: false,
  calls,
});
const none = { waiting: new Map(), noted: new Map(), today: TODAY };
const namesOf = ({ rows }: { rows: readonly DueCall[] }) =>
  rows.map(({ referral }) => referral.name);

const overdue = rowOf('Overdue', { dueOn: '2026-11-20' }, 'in_progress');
const fresh = rowOf('Fresh');

test('shows what the server said, with its counts', () => {
  const due = dueRowsOf(listOf(overdue, fresh), none);
  expect(namesOf(due)).toEqual(['Overdue', 'Fresh']);
  expect(due).toMatchObject({ total: 42, overdue: 1, isMore: false });
});

test('whoever was called here is neither shown nor counted, even before it is sent', () => {
  const { id } = overdue.referral;
  const waiting = new Map([[id, { calls: [aCall(id, { outcome: 'no_answer' })] }]]);
  const due = dueRowsOf(listOf(overdue, fresh), { ...none, waiting });
  expect(namesOf(due)).toEqual(['Fresh']);
  expect(due).toMatchObject({ total: 41, overdue: 0 });
});

test('of those who were called here, only the overdue ones are fewer overdue', () => {
  const isToday = rowOf('Today', { dueOn: TODAY });
  const waiting = new Map(
    [fresh, isToday].map(({ referral: { id } }) => [id, { calls: [aCall(id)] }]),
  );
  const due = dueRowsOf(listOf(overdue, fresh, isToday), { ...none, waiting });
  expect(namesOf(due)).toEqual(['Overdue']);
  expect(due).toMatchObject({ total: 41, overdue: 1 });
});

test('whose day has come is shown unless the referral is completed', () => {
  const isToday = rowOf('Today', { dueOn: TODAY }, 'in_progress');
  expect(namesOf(dueRowsOf(listOf(isToday), none))).toEqual(['Today']);
  const waiting = new Map([[isToday.referral.id, { status: 'completed' }]]);
  expect(namesOf(dueRowsOf(listOf(isToday), { ...none, waiting }))).toEqual([]);
});

test('a call that was sent hides the person until the server’s list knows of it', () => {
  const { id } = fresh.referral;
  const { key, outcome, note, isShared, calledAt } = aCall(id);
  const noted = new Map([[id, key]]);
  expect(namesOf(dueRowsOf(listOf(fresh), { ...none, noted }))).toEqual([]);
  const call = { id: key, outcome, callBackOn: TODAY, note, isShared, calledAt, username: 'Ann' };
  const earlier = { ...fresh, calls: [{ ...call, id: 'an earlier one' }] };
  expect(namesOf(dueRowsOf(listOf(earlier), { ...none, noted }))).toEqual([]);
  const again = { ...fresh, calls: [call] };
  expect(namesOf(dueRowsOf(listOf(again), { ...none, noted }))).toEqual(['Fresh']);
});

test('a waiting change of status or deletion takes a new person out of the list', () => {
  const { id } = fresh.referral;
  for (const act of [{ status: 'in_progress' }, { isDeleted: true as const }]) {
    expect(namesOf(dueRowsOf(listOf(fresh), { ...none, waiting: new Map([[id, act]]) }))).toEqual(
      [],
    );
  }
  const back = new Map([[overdue.referral.id, { status: 'contact_made' }]]);
  expect(namesOf(dueRowsOf(listOf(overdue), { ...none, waiting: back }))).toEqual(['Overdue']);
});

test('whose day is only tomorrow here is not due, though it is in UTC', () => {
  const tomorrow = rowOf('Tomorrow', { dueOn: '2026-11-28' });
  expect(namesOf(dueRowsOf(listOf(tomorrow, fresh), none))).toEqual(['Fresh']);
});

test('says who stands beside somebody; after those not in the list comes the first', () => {
  const rows = [overdue, fresh];
  const [first, second] = rows.map(({ referral }) => referral.id);
  expect(besideIn(rows, first)).toEqual({ place: 1, total: 2, previous: undefined, next: second });
  expect(besideIn(rows, second)).toEqual({ place: 2, total: 2, previous: first, next: undefined });
  expect(besideIn(rows, 'gone')).toMatchObject({ place: undefined, next: first });
});
