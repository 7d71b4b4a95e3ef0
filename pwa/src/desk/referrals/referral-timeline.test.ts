import { expect, test } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { eventsOf } from './referral-timeline.ts';

const TAKEN = '2026-03-01T08:00:00.000Z';

test('lists what happened and who did it, oldest first', () => {
  const referral = anAdminReferral({ date: TAKEN, createdAt: '2026-03-01T08:00:05.000Z' });
  const event = {
    id: 'e1',
    action: 'referral.status',
    details: 'submitted → contact_made',
    changes: [{ field: 'status', from: 'submitted', to: 'contact_made' }],
    username: 'Olga Admin',
    createdAt: '2026-03-02T08:00:00.000Z',
  };
  const told = eventsOf(referral, [event]).map(({ title, detail }) => [title, detail]);
  expect(told).toEqual([
    ['Added', 'by Rea Referrer'],
    ['Received', undefined],
    ['Set to Contact Made', 'from Submitted, by Olga Admin'],
  ]);
});

test('calls are told by themselves, in the order in which all of it happened', () => {
  const referral = anAdminReferral({ date: TAKEN, createdAt: TAKEN });
  const set = {
    id: 'e2',
    action: 'referral.status',
    details: null,
    changes: [
      { field: 'name', from: 'A', to: 'Ada' },
      { field: 'status', from: 'submitted', to: 'contact_made' },
    ],
    username: null,
    createdAt: '2026-03-04T08:00:00.000Z',
  };
  const logged = { ...set, id: 'e1', action: 'referral.call', changes: [], username: 'Olga' };
  const call = {
    id: 'c1',
    outcome: 'call_back',
    callBackOn: '2026-03-09',
    note: 'Likes the sun',
    isShared: true,
    calledAt: '2026-03-03T08:00:00.000Z',
    username: 'Olga',
  } as const;
  const plain = { callBackOn: null, note: '', username: null, outcome: 'no_answer' } as const;
  const first = { ...call, ...plain, id: 'c0', calledAt: '2026-03-02T08:00:00.000Z' };
  const told = eventsOf(referral, [set, logged], [call, first]).map(
    ({ title, detail }) => `${title}: ${detail ?? ''}`,
  );
  expect(told.slice(2)).toEqual([
    'Call: no answer: ',
    'Call: call back on Mar 9: Likes the sun · shared with the referrer · by Olga',
    'Set to Contact Made: from Submitted',
  ]);
});

test('a decision about who is paid says what of', () => {
  const changes = [{ field: 'paid', from: null, to: 'nothing, the same person' }];
  const of = { details: 'paid: none → nothing', username: 'Olga', createdAt: TAKEN };
  const event = { id: 'e1', action: 'referral.share', changes, ...of };
  const [, , last] = eventsOf(anAdminReferral({ date: TAKEN, createdAt: TAKEN }), [event]);
  expect(last).toMatchObject({
    title: 'Decided: paid nothing, the same person',
    detail: 'by Olga',
  });
});

test('an event that has no changes shows its details', () => {
  const event = { id: 'e1', action: 'x.y', details: 'a → b', username: null, createdAt: TAKEN };
  const [, , last] = eventsOf(anAdminReferral({ date: TAKEN, createdAt: TAKEN }), [event]);
  expect(last).toMatchObject({ title: 'x.y', detail: 'a → b' });
});

test.each([
  ['2026-03-01T09:00:00.001Z', 'Arrived late: 1 hour after it was added'],
  ['2026-03-04T08:00:00.000Z', 'Arrived late: 3 days after it was added'],
  // The clock of the phone is wrong, and not the signal.
  ['2026-03-01T08:20:00.000Z', undefined],
  ['2026-03-01T09:00:00.000Z', undefined],
])('an arrival at %s is called late if it is', (createdAt, expected) => {
  const [, reached] = eventsOf(anAdminReferral({ date: TAKEN, createdAt }), []);
  expect(reached?.detail).toBe(expected);
});
