import { beforeEach, expect, test, vi } from 'vitest';
import { deviceDb, readSession } from '../data/device-db.ts';
import { readSyncState } from '../data/sync-state.ts';
import { UserDb } from '../data/user-db.ts';
import { aNewReferral } from '../test/builders.ts';
import { failStorage } from '../test/failing-storage.ts';
import { enqueue } from './outbox/enqueue.ts';
import { withLock } from './ground/lock.ts';
import { refreshStale } from './read/refresh.ts';
import { openQueue, signIn, signOut } from './session/session.ts';
import { connectionState, readStatus } from './send/status.ts';
import { syncOnce } from './send/sync-once.ts';
import { aSignedInDevice } from '../test/signed-in-device.ts';

beforeEach(async () => {
  await deviceDb.device.clear();
});

async function aPerson() {
  const { clock, ...device } = await aSignedInDevice();
  return { ...device, ...clock };
}

test('after a user’s database is lost, the queue is opened again (PITFALLS 10, rule 7)', async () => {
  const { server, db, deps } = await aPerson();
  await db.delete({ disableAutoOpen: false });
  await enqueue(db, [aNewReferral({ name: 'Ada' })]);
  await syncOnce(db, deps);
  expect([...server.rows.values()].map(({ name }) => name)).toEqual(['Ada']);
  await refreshStale(db, deps);
  expect((await db.referrals.toArray()).map(({ name }) => name)).toEqual(['Ada']);
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'all-sent', count: 0 });
});

test('a sign-in and a sign-out at the same moment in two tabs leave an open queue or nobody (rule 7)', async () => {
  for (let round = 0; round < 30; round += 1) {
    const { user, server, db, deps } = await aPerson();
    await enqueue(db, [aNewReferral()]);
    await Promise.all([signOut({ unsent: 'keep' }), signIn(user, deps)]);
    server.user = user;
    await syncOnce(new UserDb(user.id), deps);
    const session = await readSession();
    const isIn = session?.state === 'active';
    expect({ round, isOpen: (await readSyncState(db)).isOpen }).toEqual({ round, isOpen: isIn });
    expect(await db.outbox.count()).toBe(isIn ? 0 : 1);
  }
});

/** Lets work in the background continue for a little while, a little longer in each round. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('whenever a tab signs in while another signs out, an active session has an open queue (rule 7)', async () => {
  for (let round = 0; round < 40; round += 1) {
    const { user, db, deps } = await aPerson();
    const signedIn = signIn(user, deps);
    await turns(round);
    await Promise.all([signedIn, signOut({ unsent: 'keep' })]);
    const isIn = (await readSession())?.state === 'active';
    expect({ round, isOpen: (await readSyncState(db)).isOpen }).toEqual({ round, isOpen: isIn });
  }
});

test('while a tab signs in or out, opening a queue waits and then goes by the result (rule 7)', async () => {
  const { db } = await aPerson();
  await db.sync.clear();
  let opening = Promise.resolve();
  await withLock('sunloop-session', async () => {
    opening = openQueue(db);
    await turns(20);
    await deviceDb.device.clear();
  });
  await opening;
  expect((await readSyncState(db)).isOpen).toBe(false);
});

test('a sign-out that reaches the server late leaves the session that began meanwhile (rule 14)', async () => {
  // Locks would make the sign-in wait.
  vi.stubGlobal('navigator', {});
  const { user, server, deps } = await aPerson();
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  server.script('/api/logout', async (_, serve) => {
    await isAnswered;
    return serve();
  });
  const signedOut = signOut({ unsent: 'keep' });
  await vi.waitFor(() => expect(server.sentTo('/api/logout')).toHaveLength(1));
  await signIn(user, deps);
  answer();
  await signedOut;
  expect(await readSession()).toMatchObject({ state: 'active', user: { id: user.id } });
});

test('a queue is opened only for the signed-in user (rule 7)', async () => {
  const { db } = await aPerson();
  await signOut({ unsent: 'keep' });
  await openQueue(db);
  expect((await readSyncState(db)).isOpen).toBe(false);
});

test('a queue whose user is not signed in stays closed (rule 6)', async () => {
  const { server, db, deps } = await aPerson();
  await signOut({ unsent: 'keep' });
  await enqueue(db, [aNewReferral()]);
  server.requests.length = 0;
  await syncOnce(db, deps);
  expect(server.requests).toEqual([]);
  expect((await readSyncState(db)).isOpen).toBe(false);
});

test.each(['UnknownError', 'InvalidStateError'])(
  'one %s of IndexedDB at any read or write does not stop the queue (rule 1)',
  async (error) => {
    const { server, db, deps } = await aPerson();
    for (const operations of [['get'], ['getAll'], ['openCursor'], ['put'], ['add']] as const) {
      await enqueue(db, [aNewReferral()]);
      const mend = failStorage({ error, operations, times: 1 });
      await syncOnce(db, deps);
      mend();
      expect({ operations, waits: await db.outbox.count() }).toEqual({ operations, waits: 0 });
    }
    expect(server.rows.size).toBe(5);
  },
);

test('a database closed beneath the page is opened by the next read and write (PITFALLS 12, rule 1)', async () => {
  const { server, db, deps } = await aPerson();
  await enqueue(db, [aNewReferral()]);
  db.close();
  deviceDb.close();
  await syncOnce(db, deps);
  expect(server.rows.size).toBe(1);
  db.close();
  expect(await readStatus(db)).toMatchObject({ waiting: 0 });
  db.close();
  await enqueue(db, [aNewReferral()]);
  expect(await db.outbox.count()).toBe(1);
  // A read that bypasses the engine opens it, too.
  db.close();
  expect(await db.outbox.count()).toBe(1);
});
