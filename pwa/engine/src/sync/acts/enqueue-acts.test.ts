import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aNewReferral, aUser } from '../../test/builders.ts';
import { FakeDesk } from '../../test/fake-desk.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { SENDING_MARK_MS } from '../ground/deps.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { drain } from '../send/drain.ts';
import { readWaitingActs } from './acts-state.ts';
import { enqueueActs, takeBackAct } from './enqueue-acts.ts';

let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let desk: FakeDesk;
let ada: AdminReferral;
let bea: AdminReferral;

beforeEach(async () => {
  const device = await aSignedInDevice(aUser({ role: 'admin' }));
  ({ db, clock } = device);
  ada = anAdminReferral({ name: 'Ada' });
  bea = anAdminReferral({ name: 'Bea' });
  desk = new FakeDesk(device.server, [ada, bea]);
});

const set = (row: AdminReferral, status: ReferralStatus, expected = row.status): ReferralAct => ({
  act: 'status',
  id: row.id,
  status,
  expected,
});

/** What is sent for Ada if she becomes contacted and then, before anything is tried, completed. */
async function sentForTwoWishes(): Promise<(string | null)[]> {
  await enqueueActs(db, [set(ada, 'contact_made')]);
  await enqueueActs(db, [set(ada, 'completed', 'contact_made')]);
  await drain(db, clock.deps);
  return desk.changes.map(({ to }) => to);
}

test('an act replaces the one before it although something was sent a moment ago (rule 25)', async () => {
  await enqueue(db, [aNewReferral()]);
  await drain(db, clock.deps);
  expect(await sentForTwoWishes()).toEqual(['completed']);
});

test('an act replaces the one before it although a tab was killed while it sent (rule 25)', async () => {
  await patchSyncState(db, { sending: 1, sendingUntil: Date.now() - 1 });
  expect(await sentForTwoWishes()).toEqual(['completed']);
});

test('an act follows the one before it while something is on its way, because that may be it (rule 25)', async () => {
  await patchSyncState(db, { sending: 1, sendingUntil: Date.now() + SENDING_MARK_MS - 1000 });
  expect(await sentForTwoWishes()).toEqual(['contact_made', 'completed']);
});

test('taking back an act leaves those saved with it, and the log names nobody else (rule 20)', async () => {
  await enqueueActs(db, [set(bea, 'completed'), set(ada, 'completed')], [ada, bea]);
  expect(await takeBackAct(db, ada.id)).toBe(true);
  expect([...(await readWaitingActs(db)).keys()]).toEqual([bea.id]);
  expect(await db.log.toArray()).toMatchObject([
    { event: 'removed', name: 'Completed for Ada', rowIds: [expect.any(String)] },
  ]);
});
