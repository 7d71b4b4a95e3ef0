import { receiptRoutes } from '@sunloop/shared-types/referrals/receipts.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { foldArrived } from '../../data/own-referrals.ts';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { giveReceipts } from '../../test/receipts.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { drain } from '../send/drain.ts';
import { keepReceipts } from './keep-receipts.ts';
import { refreshNow } from './resources.ts';

const { path } = receiptRoutes.receipts;

let server: FakeServer;
let db: UserDb;
let stop = (): void => undefined;
beforeEach(async () => {
  ({ server, db } = await aSignedInDevice());
  giveReceipts(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop = keepReceipts(db);
});
afterEach(async () => {
  stop();
  await settled();
  vi.useRealTimers();
});

/** Waits until whatever runs has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Some seconds pass. */
async function rest(): Promise<void> {
  await settled();
  for (let second = 0; second < 4; second += 1) {
    vi.advanceTimersByTime(1000);
    await settled();
  }
}

async function send(count: number): Promise<string[]> {
  const before = new Set(server.rows.keys());
  await enqueue(
    db,
    Array.from({ length: count }, () => aNewReferral()),
  );
  await drain(db, fixedDeps().deps);
  await refreshNow(db, 'referrals');
  await db.transaction('rw', db.referrals, db.arrived, () => foldArrived(db));
  return [...server.rows.keys()].filter((id) => !before.has(id));
}

const kept = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => readKeptReceipt(db, id)))).filter((one) => one !== null);

test('what was just sent has its receipts here a moment later', async () => {
  const ids = await send(3);
  await vi.waitFor(async () => {
    await rest();
    expect(await kept(ids)).toHaveLength(3);
  });
  expect(server.sentTo(path)).toHaveLength(1);
});

test('a large send waits for whoever looks', async () => {
  const large = await send(51);
  const small = await send(1);
  await vi.waitFor(async () => {
    await rest();
    expect(await kept(small)).toHaveLength(1);
  });
  expect(await kept(large)).toEqual([]);
});

test('without an answer it is asked again once something else has happened', async () => {
  server.script(path, cutBefore);
  const ids = await send(1);
  await vi.waitFor(async () => {
    await rest();
    expect(server.sentTo(path)).toHaveLength(1);
  });
  await patchSyncState(db, { lastSyncAt: 5 });
  await vi.waitFor(async () => {
    await rest();
    expect(await kept(ids)).toHaveLength(1);
  });
});
