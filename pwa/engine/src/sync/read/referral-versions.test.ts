import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { type UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { drain } from '../send/drain.ts';
import { unsettledKeys } from '../send/unsettled.ts';
import { enqueueUpload } from '../outbox/bulk-upload.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { refresh } from './refresh.ts';
import { refreshReferrals } from './refresh-referrals.ts';
import { signIn, signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
/** Stands still, so that times cannot tell two answers apart. */
const clock = fixedDeps();
const { deps } = clock;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice(aUser(), clock));
});

/** The push is stored, then all this happens, then its answer arrives. */
function duringPush(work: () => Promise<void>): void {
  server.script(PUSH, async (_, serve) => {
    const answer = serve();
    await work();
    return answer;
  });
}

function change(status: string): void {
  for (const [id, row] of server.rows) {
    const updatedAt = new Date(Date.parse(row.updatedAt) + 1).toISOString();
    server.rows.set(id, { ...row, status, updatedAt });
  }
}

function deleteAll(): void {
  for (const id of server.rows.keys()) server.changeByAdmin(id, null);
}

const statuses = async () => (await db.referrals.toArray()).map(({ status }) => status);

test('the answer to a push does not overwrite a list that came meanwhile (rule 31)', async () => {
  await enqueue(db, [aNewReferral()]);
  duringPush(async () => {
    change('completed');
    await refresh(db, 'referrals', deps);
  });
  await drain(db, deps);
  expect(await statuses()).toEqual(['completed']);
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['completed']);
});

test('a row deleted while its push was on its way does not come back with the answer (rule 31)', async () => {
  await enqueue(db, [aNewReferral()]);
  await refresh(db, 'referrals', deps);
  duringPush(async () => {
    await refresh(db, 'referrals', deps);
    deleteAll();
    await refresh(db, 'referrals', deps);
  });
  await drain(db, deps);
  expect(await statuses()).toEqual([]);
});

test('an answer to the session before does not bring back what was deleted since (rule 31)', async () => {
  await enqueue(db, [aNewReferral()]);
  // Counting starts over after a sign-out, and this list's count is above that of the next session's first.
  await refresh(db, 'referrals', deps);
  await refresh(db, 'referrals', deps);
  const { user } = server;
  duringPush(async () => {
    await signOut({ unsent: 'keep' });
    for (const id of server.rows.keys()) server.changeByAdmin(id, null);
    server.user = user;
    if (user) await signIn(user);
    await refresh(db, 'referrals', deps);
  });
  await drain(db, deps);
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual([]);
});

test('a row missing from a whole list stays unknown until the next list (rule 31)', async () => {
  await enqueue(db, [aNewReferral()]);
  duringPush(async () => {
    const stored = [...server.rows];
    server.rows.clear();
    await refresh(db, 'referrals', deps);
    for (const [id, row] of stored) server.rows.set(id, row);
  });
  await drain(db, deps);
  expect(await statuses()).toEqual([]);
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['submitted']);
});

test('an answer of the same moment is stored once, and an older one never after it (rule 16)', async () => {
  await enqueue(db, [aNewReferral()]);
  await drain(db, deps);
  await refresh(db, 'referrals', deps);
  server.script('/api/referrals', async (_, serve) => {
    const older = serve();
    change('completed');
    // Another tab's question is asked and answered meanwhile.
    await refreshReferrals(db, deps);
    return older;
  });
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['completed']);
});

test('an older whole list removes nothing that a newer one holds (rules 16 and 31)', async () => {
  await refresh(db, 'referrals', deps);
  // The server has forgotten this cursor, so it sends everything.
  await db.resources.update('/api/referrals', { cursor: 'forgotten' });
  server.script('/api/referrals', async (_, serve) => {
    const older = serve();
    const row = aReferral({ userId: db.userId });
    server.rows.set(row.id, row);
    await refreshReferrals(db, deps);
    return older;
  });
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['submitted']);
});

test('changes do not overwrite what an answer has reported since (rule 31)', async () => {
  await enqueue(db, [aNewReferral()]);
  await drain(db, deps);
  await refresh(db, 'referrals', deps);
  server.changeByAdmin([...server.rows.keys()][0] ?? '', 'contact_made');
  await db.referrals
    .toCollection()
    .modify({ status: 'completed', updatedAt: '2030-01-01T00:00:00.000Z' });
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['completed']);
});

test('a row that any of several lists named as deleted does not come back (rule 31)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Deleted' })]);
  await refresh(db, 'referrals', deps);
  duringPush(async () => {
    await refresh(db, 'referrals', deps);
    deleteAll();
    await refresh(db, 'referrals', deps);
    const other = aReferral({ userId: db.userId, name: 'Other' });
    server.rows.set(other.id, other);
    await refresh(db, 'referrals', deps);
  });
  await drain(db, deps);
  expect((await db.referrals.toArray()).map(({ name }) => name)).toEqual(['Other']);
});

/** Refused because of another row, which is gone when the first attempt, given up here, reaches the server. */
async function bringLate(email: string, change: Partial<Referral> = {}): Promise<void> {
  const twin = aReferral({ userId: db.userId, email, phone: '555 0199' });
  server.rows.set(twin.id, twin);
  await drain(db, deps);
  await refresh(db, 'referrals', deps);
  expect(await reasons()).toContain('duplicate_referral');
  server.changeByAdmin(twin.id, null);
  const late = (await db.rejected.toArray()).find(({ code }) => code === 'duplicate_referral');
  if (!late?.row) throw new Error('it was refused');
  const { id, name } = late.row;
  server.rows.set(
    id,
    aReferral({ id, name, email, phone: '555 0100', userId: db.userId, ...change }),
  );
  await refresh(db, 'referrals', deps);
  expect(await statuses()).toEqual(['submitted']);
}

const reasons = async () => (await db.rejected.toArray()).map(({ code }) => code).toSorted();

test('what a late push has brought is no longer refused once the list shows it (rule 9)', async () => {
  await enqueue(db, [aNewReferral({ email: 'same@example.com' }), aNewReferral({ email: 'no' })]);
  await bringLate('same@example.com');
  expect(await reasons()).toEqual(['invalid']);
});

test('a row of a file that a late push has brought counts as sent (rule 9)', async () => {
  const rows = [aNewReferral({ email: 'same@example.com' })];
  await enqueueUpload(db, { fileName: 'friends.csv', rows });
  await db.sync.update('sync', { watchedKey: null });
  await bringLate('same@example.com');
  expect(await reasons()).toEqual([]);
  expect(await db.uploads.toCollection().first()).toMatchObject({ sent: 1, alreadyThere: 0 });
});

test('a refused row stays while the list shows other content under its id (rule 9)', async () => {
  await enqueue(db, [aNewReferral({ email: 'same@example.com' })]);
  await bringLate('same@example.com', { name: 'Before The Edit' });
  expect(await reasons()).toEqual(['duplicate_referral']);
});

test('a list with changes that came meanwhile leaves a push’s rows here, and they are not sent again (rule 31)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  await drain(db, deps);
  await refresh(db, 'referrals', deps);
  await enqueue(db, [aNewReferral({ name: 'Bea' })]);
  server.script(PUSH, async (_, serve) => {
    change('completed');
    await refresh(db, 'referrals', deps);
    return serve();
  });
  await drain(db, deps);
  expect(server.sentTo(PUSH)).toHaveLength(2);
  expect(await statuses()).toEqual(expect.arrayContaining(['completed', 'submitted']));
  expect(unsettledKeys(db)).toEqual(new Set());
});

test('an older version reported by a push does not replace a newer one (rule 31)', async () => {
  const row = aNewReferral();
  await enqueueUpload(db, { fileName: 'friends.csv', rows: [row] });
  await drain(db, deps);
  const older = [...server.rows.values()].map((each) => structuredClone(each));
  change('completed');
  await refresh(db, 'referrals', deps);
  const [entryRow] = older;
  await enqueue(db, [{ ...row, id: entryRow?.id }]);
  for (const each of older) server.rows.set(each.id, each);
  await drain(db, deps);
  expect(await statuses()).toEqual(['completed']);
  expect(unsettledKeys(db)).toEqual(new Set());
});
