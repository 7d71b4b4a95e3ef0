import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import { readStorageHealth } from '../../data/storage/health.ts';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { Step } from '../../test/fake-step.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type ListMark, readListMark } from '../read/referral-versions.ts';
import { enqueueUpload } from '../outbox/bulk-upload.ts';
import { applyVerdicts, type Outcome } from './apply-verdict.ts';
import { drain } from './drain.ts';
import { forgetStorageHealth } from '../../test/forget-storage-health.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
});
afterEach(forgetStorageHealth);

async function enqueueEach(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await enqueue(db, [aNewReferral()]);
}

/** Counts transactions that store verdicts, which are the only ones over all tables. */
function countStored(): () => number {
  const opened = vi.spyOn(db, 'transaction');
  const isOverAll = ([, tables]: unknown[]) =>
    Array.isArray(tables) && tables.length === db.tables.length;
  return () => opened.mock.calls.filter(isOverAll).length;
}

/** Stored rows of what waits, each entry asked about while the list stood so. */
async function storedOutcomes(lists: readonly ListMark[]): Promise<Outcome[]> {
  const entries = await db.outbox.toArray();
  return lists.flatMap((list, at) => {
    const { key, rows } = entries[at] ?? {};
    if (key === undefined || rows === undefined) return [];
    const judged = rows.map(({ id }) => ({ id, isRefused: false, referral: aReferral({ id }) }));
    const verdict = { kind: 'stored', rows: judged } as const;
    return [{ sent: { key, rows }, verdict, confirmed: 0, list }];
  });
}

// Four together, then what comes until nothing more is on its way but one.
test.each([
  [2, 2],
  [4, 2],
  [6, 3],
  [9, 3],
])('%i answers in a row are stored in %i transactions (rule 13)', async (entries, transactions) => {
  await enqueueEach(entries);
  const stored = countStored();
  await drain(db, clock.deps);
  expect(stored()).toBe(transactions);
  expect(server.sentTo(PUSH)).toHaveLength(entries);
  expect(await db.outbox.count()).toBe(0);
});

test('answers of several files that are stored together count for each file (rules 13 and 22)', async () => {
  const file = (fileName: string, rows: number) =>
    enqueueUpload(db, { fileName, rows: Array.from({ length: rows }, () => aNewReferral()) });
  const first = await file('first.csv', 2);
  const second = await file('second.csv', 3);
  await patchSyncState(db, { watchedKey: null });
  await enqueueEach(2);
  await drain(db, clock.deps);
  expect(await db.uploads.get(first.uploadId)).toMatchObject({ sent: 2, alreadyThere: 0 });
  expect(await db.uploads.get(second.uploadId)).toMatchObject({ sent: 3, alreadyThere: 0 });
  const lines = await db.log.toArray();
  expect(lines.map(({ event, rowIds }) => [event, rowIds.length])).toEqual([
    ['sent', 2],
    ['sent', 3],
    ['sent', 1],
    ['sent', 1],
  ]);
  expect(await readOwnReferrals(db)).toHaveLength(7);
});

test('each of the answers stored together is shown by the list that was here when it was asked for (rule 31)', async () => {
  await enqueueEach(2);
  const before = await readListMark(db);
  const list = { path: '/api/referrals', etag: null, fetchedAt: clock.deps.now() };
  await db.resources.put({ ...list, wholeMark: 'since' });
  const entries = await db.outbox.toArray();
  const outcomes = await storedOutcomes([before, await readListMark(db)]);
  await applyVerdicts(db, outcomes, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  // What a whole list that came since lacks is unknown until the next one.
  const shown = await readOwnReferrals(db);
  expect(shown.map(({ id }) => id)).toEqual(entries[1]?.rows.map(({ id }) => id));
});

test('an answer is stored although those after it take long (rule 13)', async () => {
  await enqueueEach(3);
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const late: Step = async (_, serve) => {
    await held;
    return serve();
  };
  server.script(PUSH, (_, serve) => serve(), late, late);
  const draining = drain(db, clock.deps);
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(2));
  resolve();
  await draining;
  expect(await db.outbox.count()).toBe(0);
});

test('an answer is stored although the next request gets none (rule 13)', async () => {
  await enqueueEach(2);
  server.script(PUSH, (_, serve) => serve(), cutBefore);
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(1);
});

test('answers that cannot be stored together are stored alone, each whole (rule 28)', async () => {
  await enqueueEach(2);
  const list = await readListMark(db);
  const outcomes = await storedOutcomes([list, list]);
  failStorage({ error: 'QuotaExceededError', stores: ['log'], operations: ['add'], times: 1 });
  await applyVerdicts(db, outcomes, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.log.count()).toBe(2);
  // Only a verdict that was stored whole shows that there is room again.
  expect(readStorageHealth()).toBe('ok');
});

test('all is sent although answers cannot be stored together (rule 28)', async () => {
  await enqueueEach(3);
  failStorage({ error: 'QuotaExceededError', stores: ['log'], operations: ['add'], times: 1 });
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  expect(server.sentTo(PUSH)).toHaveLength(3);
  expect(await db.log.count()).toBe(3);
  expect(readStorageHealth()).toBe('ok');
});
