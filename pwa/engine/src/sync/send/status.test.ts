import { describe, expect, test } from 'vitest';
import { patchSyncState } from '../../data/sync-state.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { connectionState, readStatus, type SyncStatus } from './status.ts';

const calm: SyncStatus = {
  waiting: 0,
  rejected: 0,
  sending: 0,
  isHeldUp: false,
  isForNewerBuild: false,
  isBehind: false,
  storage: 'ok',
  reach: 'ok',
  blocked: null,
  lastSentAt: null,
  lastSyncAt: null,
};

describe('the state in the header (rule 18)', () => {
  test.each([
    [{}, { kind: 'all-sent', count: 0 }],
    [{ rejected: 2 }, { kind: 'refused', count: 0 }],
    [{ isBehind: true }, { kind: 'behind', count: 0 }],
    [
      { waiting: 1, rejected: 2, isBehind: true },
      { kind: 'sending', count: 1 },
    ],
    [
      { waiting: 3, sending: 3 },
      { kind: 'sending', count: 3 },
    ],
    [
      { waiting: 3, reach: 'offline' },
      { kind: 'offline', count: 3 },
    ],
    [{ reach: 'captive' }, { kind: 'captive', count: 0 }],
    [
      { waiting: 1, reach: 'server-away' },
      { kind: 'server-away', count: 1 },
    ],
    [
      { waiting: 1, reach: 'offline', blocked: 'sign-in' },
      { kind: 'sign-in', count: 1 },
    ],
    [
      { waiting: 2, isHeldUp: true },
      { kind: 'held-up', count: 2 },
    ],
    [
      { waiting: 2, storage: 'full', reach: 'offline' },
      { kind: 'device-full', count: 2 },
    ],
    [
      { waiting: 2, storage: 'failing' },
      { kind: 'device-failing', count: 2 },
    ],
    [{ storage: 'full' }, { kind: 'all-sent', count: 0 }],
    [{ storage: 'unsaved' }, { kind: 'device-full', count: 0 }],
    [{ blocked: 'update-needed' }, { kind: 'update-needed', count: 0 }],
    [
      { waiting: 2, isForNewerBuild: true },
      { kind: 'update-needed', count: 2 },
    ],
    [
      { waiting: 2, isForNewerBuild: true, reach: 'offline' },
      { kind: 'offline', count: 2 },
    ],
  ] as const)('%j is %j', (changes, expected) => {
    expect(connectionState({ ...calm, ...changes })).toEqual(expected);
  });
});

describe('readStatus', () => {
  test('counts rows, not entries', async () => {
    const db = await anOpenDb();
    await enqueue(db, [aNewReferral(), aNewReferral()]);
    await enqueue(db, [aNewReferral()]);
    expect(await readStatus(db)).toMatchObject({ waiting: 3, rejected: 0 });
  });

  test('says that what a newer build wrote waits for an update, and not that it is being sent (rule 12)', async () => {
    const db = await anOpenDb();
    await enqueue(db, [aNewReferral()]);
    expect(connectionState(await readStatus(db)).kind).toBe('sending');
    await db.outbox.toCollection().modify({ v: 99 });
    expect(connectionState(await readStatus(db))).toEqual({ kind: 'update-needed', count: 1 });
    await enqueue(db, [aNewReferral()]);
    expect(connectionState(await readStatus(db)).kind).toBe('sending');
  });

  test('does not believe a killed tab’s mark forever', async () => {
    const db = await anOpenDb();
    await patchSyncState(db, { sending: 5, sendingUntil: 1000 });
    expect((await readStatus(db, 999)).sending).toBe(5);
    expect((await readStatus(db, 1000)).sending).toBe(0);
    // Nor a mark in the future because the clock was put back.
    expect((await readStatus(db, 1000 - 60 * 60_000)).sending).toBe(0);
  });
});

test('while every call fails, the screens are shown as out of date until one succeeds', async () => {
  const db = await anOpenDb(crypto.randomUUID());
  const row = { path: '/api/stats', etag: null };
  await db.resources.put({ ...row, fetchedAt: 1000, triedAt: 2000 });
  expect((await readStatus(db)).isBehind).toBe(true);
  await db.resources.put({ ...row, fetchedAt: 3000, triedAt: 2000 });
  expect((await readStatus(db)).isBehind).toBe(false);
});

test('while something is sent, what steps behind does not hold up the header (rule 18)', async () => {
  const db = await anOpenDb();
  const now = Date.now();
  await enqueue(db, [aNewReferral()]);
  const [entry] = await db.outbox.toArray();
  await db.outbox.put({ ...entry!, nextAt: now + 60_000 });
  expect(connectionState(await readStatus(db, now)).kind).toBe('held-up');
  await patchSyncState(db, { sending: 1, sendingUntil: now + 10_000 });
  expect(connectionState(await readStatus(db, now)).kind).toBe('sending');
});
