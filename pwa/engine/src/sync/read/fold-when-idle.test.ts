import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { anOpenDb, aReferral } from '../../test/builders.ts';
import { foldWhenIdle } from './fold-when-idle.ts';

let db: UserDb;
let stop = (): void => undefined;

beforeEach(async () => {
  db = await anOpenDb();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop = foldWhenIdle(db);
  await settled();
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

/** Some seconds pass in which nothing happens: the watcher rests first, and then the list waits. */
async function rest(): Promise<void> {
  await settled();
  for (let second = 0; second < 4; second += 1) {
    vi.advanceTimersByTime(1000);
    await settled();
  }
}

const arrive = (count: number) => {
  const rows = Array.from({ length: count }, () => aReferral({ userId: db.userId }));
  const { id, createdAt } = rows[0]!;
  return db.arrived.put({ id, createdAt, rows });
};
/** How many rows wait to be moved, and how many were. */
const counts = async () => {
  const arrived = await db.arrived.toArray();
  return [arrived.flatMap(({ rows }) => rows).length, await db.referrals.count()];
};

test('what pushes brought is moved into the list, in parts, once nothing has come for a second', async () => {
  await arrive(250);
  await settled();
  expect(await counts()).toEqual([250, 0]);
  await vi.waitFor(async () => {
    await rest();
    expect(await counts()).toEqual([0, 250]);
  });
});

test('once it has begun, all of it is moved soon, because whoever follows the list reads again meanwhile', async () => {
  await arrive(1000);
  await rest();
  let passedMs = 0;
  while ((await counts())[0]! > 0 && passedMs < 3000) {
    vi.advanceTimersByTime(100);
    passedMs += 100;
    await settled();
  }
  expect(passedMs).toBeLessThan(3000);
});

test('nothing is moved while something is being sent, but afterwards', async () => {
  await patchSyncState(db, { sending: 1 });
  await arrive(1);
  await rest();
  expect(await counts()).toEqual([1, 0]);
  await patchSyncState(db, { sending: 0 });
  await vi.waitFor(async () => {
    await rest();
    expect(await counts()).toEqual([0, 1]);
  });
});

test('once stopped, nothing is moved', async () => {
  await arrive(1);
  await settled();
  stop();
  await rest();
  await arrive(1);
  await rest();
  expect((await counts())[1]).toBe(0);
});
