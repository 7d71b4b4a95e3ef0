import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteStorageWorks, readStorageHealth } from '../../data/storage-health.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../waiting/enqueue.ts';
import { drain } from './drain.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
});
afterEach(() => noteStorageWorks());

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

test.each([
  [4, 1],
  [6, 2],
])('%i answers in a row are stored in %i transactions (rule 13)', async (entries, transactions) => {
  await enqueueEach(entries);
  const stored = countStored();
  await drain(db, clock.deps);
  expect(stored()).toBe(transactions);
  expect(server.sentTo(PUSH)).toHaveLength(entries);
  expect(await db.outbox.count()).toBe(0);
});

test('an answer is stored although the next one takes long (rule 13)', async () => {
  await enqueueEach(2);
  const { promise: held, resolve } = Promise.withResolvers<void>();
  server.script(
    PUSH,
    (_, serve) => serve(),
    async (_, serve) => {
      await held;
      return serve();
    },
  );
  const draining = drain(db, clock.deps);
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(1));
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

test('answers that cannot be stored together are stored alone (rule 28)', async () => {
  await enqueueEach(3);
  failStorage({ error: 'QuotaExceededError', stores: ['log'], operations: ['add'], times: 1 });
  await drain(db, clock.deps);
  expect(await db.outbox.count()).toBe(0);
  expect(server.sentTo(PUSH)).toHaveLength(3);
  expect(await db.log.count()).toBe(3);
  expect(readStorageHealth()).toBe('ok');
});
