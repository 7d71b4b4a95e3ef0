import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStorageHealth } from '../data/storage/health.ts';
import { noteSyncState, readSyncState } from '../data/sync-state.ts';
import { type UserDb } from '../data/user-db.ts';
import { aCall, aNewReferral } from '../test/builders.ts';
import { answerWith, cutBefore, refusal } from '../test/fake-answers.ts';
import { failStorage } from '../test/failing-storage.ts';
import type { FakeServer } from '../test/fake-server.ts';
import type { fixedDeps } from '../test/fixed-deps.ts';
import { enqueueActs } from './acts/enqueue-acts.ts';
import { checkUser } from './answers/check-user.ts';
import { drain } from './send/drain.ts';
import { enqueueUpload } from './outbox/bulk-upload.ts';
import { enqueue } from './outbox/enqueue.ts';
import { readNextWake } from './send/next-wake.ts';
import { readWaiting } from './outbox/read-waiting.ts';
import { signOut } from './session/session.ts';
import { connectionState, readStatus } from './send/status.ts';
import { syncNow, syncOnce } from './send/sync-once.ts';
import { stopWatching } from './send/watch-upload.ts';
import { aSignedInDevice } from '../test/signed-in-device.ts';
import { forgetStorageHealth } from '../test/forget-storage-health.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
  await forgetStorageHealth();
});

afterEach(forgetStorageHealth);

const enqueueEach = async (...names: string[]) => {
  for (const name of names) await enqueue(db, [aNewReferral({ name })]);
};
const serverNames = () => [...server.rows.values()].map(({ name }) => name).toSorted();

test.each(['QuotaExceededError', 'UnknownError', 'AbortError'])(
  'sends everything although no write can be stored (%s, rule 28)',
  async (error) => {
    await enqueueEach('Ada', 'Bea', 'Cid', 'Dot');
    failStorage({ error });
    await syncNow(db, clock.deps);
    expect(serverNames()).toEqual(['Ada', 'Bea', 'Cid', 'Dot']);
  },
);

test('a save without room is told until one succeeds, although nothing waits (rule 1)', async () => {
  const letWrite = failStorage({ error: 'QuotaExceededError' });
  await expect(enqueue(db, [aNewReferral()])).rejects.toThrow('This device is full');
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'device-full', count: 0 });
  letWrite();
  await enqueue(db, [aNewReferral()]);
  expect(readStorageHealth()).toBe('ok');
});

test('what was saved before and is sent meanwhile does not end that (rule 1)', async () => {
  await enqueueEach('Ada');
  const letWrite = failStorage({ error: 'QuotaExceededError' });
  await expect(enqueue(db, [aNewReferral()])).rejects.toThrow('This device is full');
  letWrite();
  await syncNow(db, clock.deps);
  expect(serverNames()).toEqual(['Ada']);
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'device-full', count: 0 });
  await enqueue(db, [aNewReferral()]);
  expect(readStorageHealth()).toBe('ok');
});

test('even if deletions cannot be stored, this tab sends each row once (rule 28)', async () => {
  await enqueueEach('Ada', 'Bea', 'Cid');
  failStorage({ error: 'QuotaExceededError', operations: ['put', 'add', 'delete', 'clear'] });
  await syncNow(db, clock.deps);
  await syncNow(db, clock.deps);
  expect(serverNames()).toEqual(['Ada', 'Bea', 'Cid']);
  const sent = server.sentTo(PUSH).map(({ body }) => JSON.stringify(body));
  expect(new Set(sent).size).toBe(sent.length);
});

test('sent rows leave the outbox even if neither list nor log can be written (rule 28)', async () => {
  await enqueueEach('Ada', 'Bea', 'Cid');
  failStorage({ error: 'QuotaExceededError', stores: ['referrals', 'log', 'resources'] });
  await syncNow(db, clock.deps);
  expect(server.sentTo(PUSH)).toHaveLength(3);
  expect(await db.outbox.count()).toBe(0);
});

test('what a device could not record once does not outlive the next verdict it stores (rule 28)', async () => {
  await enqueueEach('Ada');
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'], times: 1 });
  await noteSyncState(db, { blocked: null });
  mend();
  server.script(
    PUSH,
    answerWith(() => refusal(401, 'unauthenticated')),
  );
  await drain(db, clock.deps);
  expect(server.sentTo(PUSH)).toHaveLength(1);
  expect(await readSyncState(db)).toMatchObject({ blocked: 'sign-in' });
});

test('nor does it outlive a verdict that is stored together with its rows (rule 28)', async () => {
  await enqueueEach('Ada');
  // This write and the sending mark fail.
  failStorage({ error: 'QuotaExceededError', stores: ['sync'], times: 2 });
  await noteSyncState(db, { reach: 'offline', failures: 3 });
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  expect(await readSyncState(db)).toMatchObject({ reach: 'ok', failures: 0 });
});

test('the person is told that the device is full, and when it no longer is (rule 28)', async () => {
  await enqueueEach('Ada', 'Bea');
  const mend = failStorage({ error: 'QuotaExceededError', operations: ['put', 'add', 'delete'] });
  await syncNow(db, clock.deps);
  expect(readStorageHealth()).toBe('full');
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'device-full', count: 2 });
  mend();
  clock.advance(10 * 60_000);
  await syncOnce(db, clock.deps);
  expect(await readWaiting(db)).toEqual([]);
  await enqueueEach('Cid');
  await syncOnce(db, clock.deps);
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'all-sent', count: 0 });
});

test.each([
  ['a referral', () => enqueue(db, [aNewReferral()])],
  ['a file', () => enqueueUpload(db, { fileName: 'friends.csv', rows: [aNewReferral()] })],
  ['a call', () => enqueueActs(db, [aCall(crypto.randomUUID())])],
])('while %s found no room, nothing says that all is sent (rule 28)', async (_what, save) => {
  const mend = failStorage({ error: 'QuotaExceededError', operations: ['put', 'add'] });
  await expect(save()).rejects.toThrow('This device is full');
  expect(connectionState(await readStatus(db))).toEqual({ kind: 'device-full', count: 0 });
  mend();
  await save();
  await syncNow(db, clock.deps);
  expect(connectionState(await readStatus(db)).kind).not.toBe('device-full');
});

test('the outcome of rows is stored as soon as there is room, without sending them again (rule 28)', async () => {
  await enqueueEach('Ada', 'X');
  const mend = failStorage({
    error: 'QuotaExceededError',
    stores: ['outbox', 'rejected', 'referrals', 'log'],
    operations: ['put', 'add', 'delete'],
  });
  await syncNow(db, clock.deps);
  const sent = server.sentTo(PUSH).length;
  expect(await db.outbox.count()).toBe(2);
  mend();
  const { sendAt } = await readNextWake(db, clock.deps.now());
  expect(sendAt).toBeGreaterThan(clock.deps.now());
  clock.advance((sendAt ?? 0) - clock.deps.now());
  await syncOnce(db, clock.deps);
  expect(server.sentTo(PUSH)).toHaveLength(sent);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.rejected.toArray()).toMatchObject([{ row: { name: 'X' }, code: 'invalid' }]);
  expect((await db.referrals.toArray()).map(({ name }) => name)).toEqual(['Ada']);
});

test('what could not be shown at first is shown as soon as there is room (rules 5 and 28)', async () => {
  await enqueueEach('Ada');
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['referrals', 'log'] });
  await syncNow(db, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  mend();
  clock.advance(10 * 60_000);
  await syncOnce(db, clock.deps);
  expect((await db.referrals.toArray()).map(({ name }) => name)).toEqual(['Ada']);
});

test('what is shown apart from its verdict is told once (rules 19, 22 and 28)', async () => {
  const rows = [aNewReferral(), aNewReferral()];
  await enqueueUpload(db, { fileName: 'friends.csv', rows });
  await stopWatching(db);
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['log'], times: 1 });
  await syncNow(db, clock.deps);
  mend();
  clock.advance(10 * 60_000);
  await syncOnce(db, clock.deps);
  expect(await db.uploads.toArray()).toMatchObject([{ total: 2, sent: 2 }]);
  expect(await db.log.toArray()).toMatchObject([{ event: 'sent', times: 1 }]);
  expect(await readNextWake(db, clock.deps.now())).toMatchObject({ sendAt: null });
});

test('what is stored later wins over what a full device remembered (rule 28)', async () => {
  const mend = failStorage({ error: 'QuotaExceededError' });
  server.script('/api/user', cutBefore);
  await checkUser(db, clock.deps);
  expect((await readSyncState(db)).reach).toBe('offline');
  mend();
  await checkUser(db, clock.deps);
  expect((await readSyncState(db)).reach).toBe('ok');
});

test('what a full device remembers does not outlive the sign-out (rules 14 and 28)', async () => {
  const mend = failStorage({ error: 'QuotaExceededError' });
  expect(await checkUser(db, clock.deps)).toBe(true);
  mend();
  await signOut({ unsent: 'keep' });
  expect((await readSyncState(db)).isOpen).toBe(false);
});

test('a full device keeps to the backoff and to Retry-After (rules 8 and 28)', async () => {
  await enqueueEach('Ada');
  failStorage({ error: 'QuotaExceededError' });
  server.script(
    PUSH,
    answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '30' })),
  );
  await syncNow(db, clock.deps);
  await syncNow(db, clock.deps);
  expect(server.sentTo(PUSH)).toHaveLength(1);
  clock.advance(30_000);
  server.intercept = () => cutBefore;
  await syncOnce(db, clock.deps);
  const asked = server.requests.length;
  await syncOnce(db, clock.deps);
  expect((await readSyncState(db)).nextAt).toBeGreaterThan(clock.deps.now());
  // Only the question a round begins with after a failure.
  expect(server.requests.slice(asked).map(({ path }) => path)).toEqual(['/api/user']);
});

test('failed bookkeeping is not a refusal, and sending again mends it (PITFALLS 8, rule 5)', async () => {
  await enqueueEach('Ada');
  failStorage({ error: 'AbortError', stores: ['outbox'], operations: ['delete'], times: 2 });
  await syncNow(db, clock.deps);
  expect(await db.rejected.count()).toBe(0);
  clock.advance(60_000);
  await syncOnce(db, clock.deps);
  expect(serverNames()).toEqual(['Ada']);
  expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 0 });
});
