import type { ListedReferral } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { expect, test } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import type { WaitingAct } from '@sunloop/engine/acts.ts';
import { deskRowOf, deskRowsOf } from './desk-row.ts';

const ada: ListedReferral = anAdminReferral({ id: 'ada', name: 'Ada' });
const bea: ListedReferral = anAdminReferral({ id: 'bea', name: 'Bea', status: 'completed' });
const waitingFor = (act: WaitingAct) => new Map([['ada', act]]);
const shown = (act: WaitingAct, status?: string) =>
  deskRowsOf([ada, bea], waitingFor(act), status).map(({ referral }) => [
    referral.name,
    referral.status,
  ]);

test('a row without anything waiting is shown as the server lists it', () => {
  expect(deskRowOf(ada, undefined)).toEqual({
    referral: ada,
    isWaiting: false,
    isDuplicate: false,
    isLate: false,
  });
  expect(deskRowOf(ada, undefined).referral).toBe(ada);
  expect(deskRowOf({ ...ada, isDuplicate: true }, undefined).isDuplicate).toBe(true);
});

test.each([
  [20, false],
  [60, false],
  [61, true],
])('an arrival %i minutes after it was added is late: %s', (minutes, isLate) => {
  const createdAt = new Date(Date.parse(ada.date) + minutes * 60_000).toISOString();
  expect(deskRowOf({ ...ada, createdAt }, undefined).isLate).toBe(isLate);
});

test('a row with something waiting shows what it will be, and says so (rule 18)', () => {
  expect(deskRowOf(ada, { status: 'in_progress' })).toMatchObject({
    referral: { name: 'Ada', status: 'in_progress' },
    isWaiting: true,
  });
});

test('of the server’s list, those to be deleted leave, and so do those that no longer match the filter', () => {
  expect(shown({ isDeleted: true })).toEqual([['Bea', 'completed']]);
  const contacted = [
    ['Ada', 'contact_made'],
    ['Bea', 'completed'],
  ];
  expect(shown({ status: 'contact_made' })).toEqual(contacted);
  expect(shown({ status: 'contact_made' }, 'submitted')).toEqual([]);
  expect(shown({ status: 'contact_made' }, 'completed')).toEqual([['Bea', 'completed']]);
});
