import { expect, test } from 'vitest';
import { anAdminReferral } from '../../test/builders.ts';
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

test('an event that has no changes shows its details', () => {
  const event = { id: 'e1', action: 'x.y', details: 'a → b', username: null, createdAt: TAKEN };
  const [, , last] = eventsOf(anAdminReferral({ date: TAKEN, createdAt: TAKEN }), [event]);
  expect(last).toMatchObject({ title: 'x.y', detail: 'a → b' });
});

test.each([
  ['2026-03-01T08:20:00.000Z', 'Arrived late: 20 minutes after it was added'],
  ['2026-03-01T09:00:00.000Z', 'Arrived late: 1 hour after it was added'],
  ['2026-03-04T08:00:00.000Z', 'Arrived late: 3 days after it was added'],
  ['2026-03-01T08:10:00.000Z', undefined],
])('an arrival at %s is called late if it is', (createdAt, expected) => {
  const [, reached] = eventsOf(anAdminReferral({ date: TAKEN, createdAt }), []);
  expect(reached?.detail).toBe(expected);
});
