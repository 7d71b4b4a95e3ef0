import { expect, test } from 'vitest';
import { patchSyncState } from '../../data/sync-state.ts';
import type { SyncState, UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readNextWake } from './next-wake.ts';

const NOW = Date.now();

/** A database with one entry for each of these pauses, in milliseconds. */
async function waitingWith(...pauses: number[]): Promise<UserDb> {
  const db = await anOpenDb();
  for (const pauseMs of pauses) {
    await enqueue(db, [aNewReferral()]);
    const last = await db.outbox.toCollection().last();
    await db.outbox.put({ ...last!, nextAt: NOW + pauseMs });
  }
  return db;
}

test('the queue wakes for the entry that is due first, and reads go on until then (rule 29)', async () => {
  const db = await waitingWith(60_000, 30_000, 45_000);
  expect(await readNextWake(db, NOW)).toMatchObject({ sendAt: NOW + 30_000, mayRead: true });
  expect(await readNextWake(db, NOW + 30_000)).toMatchObject({ sendAt: 0, mayRead: false });
});

test.each<[string, Partial<SyncState>]>([
  ['closed', { isOpen: false }],
  ['blocked', { blocked: 'sign-in' }],
])('a queue that is %s wakes by itself for nothing (rule 7)', async (_, changes) => {
  const db = await waitingWith(0);
  await patchSyncState(db, changes);
  expect(await readNextWake(db, NOW)).toMatchObject({ sendAt: null, mayRead: false });
});
