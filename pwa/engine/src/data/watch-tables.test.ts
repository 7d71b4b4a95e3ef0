import { Dexie, RangeSet } from 'dexie';
import { expect, test, vi } from 'vitest';
import { aReferral, anOpenDb } from '../test/builders.ts';
import { fakeRests } from '../test/fake-rests.ts';
import type { UserDb } from './user-db.ts';
import { type Changes, watchTables } from './watch-tables.ts';

const READ_MS = 10;

/** Counts records at each read; a read takes some time, as with a large table. */
async function watchCount(db: UserDb) {
  const counts: number[] = [];
  const stop = watchTables(db, ['referrals'], async () => {
    const count = await db.referrals.count();
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    counts.push(count);
  });
  await vi.waitUntil(() => counts.length === 1);
  return { counts, stop };
}

test('of many changes, the last is read instead of each one', async () => {
  const db = await anOpenDb();
  const { counts, stop } = await watchCount(db);
  for (let row = 0; row < 30; row += 1) await db.referrals.add(aReferral());
  await vi.waitUntil(() => counts.at(-1) === 30);
  expect(counts.length).toBeLessThan(25);
  stop();
});

test('a page that was put away reads all of it when it is shown again', async () => {
  const db = await anOpenDb();
  const seen: Changes[] = [];
  const watched = ['referrals', { table: 'resources', key: '/api/stats' }] as const;
  const stop = watchTables(db, watched, async (changes) => void seen.push(new Map(changes)));
  await vi.waitUntil(() => seen.length === 1);
  // As Dexie does for `pageshow`.
  Dexie.on('storagemutated').fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) });
  await vi.waitUntil(() => seen.length === 2);
  expect([...(seen[1]?.keys() ?? [])]).toEqual(['referrals', 'resources']);
  stop();
});

test('a change to another table, or after the end, is not read', async () => {
  const db = await anOpenDb();
  const { counts, stop } = await watchCount(db);
  await db.drafts.put({ form: 'add', values: {}, updatedAt: 1 });
  await db.referrals.add(aReferral());
  await vi.waitUntil(() => counts.length === 2);
  stop();
  const witness = await watchCount(db);
  await db.referrals.add(aReferral());
  await vi.waitUntil(() => witness.counts.at(-1) === 2);
  witness.stop();
  expect(counts).toEqual([0, 1]);
});

test('a read that lets others go first follows a change as much later', async () => {
  const db = await anOpenDb();
  fakeRests();
  const reads: string[] = [];
  const watch = (name: string, firstWaitMs?: number) =>
    watchTables(db, ['referrals'], async () => void reads.push(name), firstWaitMs);
  const stops = [watch('rungs', 300), watch('rows')];
  await vi.waitUntil(() => vi.getTimerCount() === 2);
  vi.advanceTimersByTime(1000);
  reads.splice(0);
  await db.referrals.add(aReferral());
  vi.advanceTimersByTime(299);
  expect(reads).toEqual(['rows']);
  vi.advanceTimersByTime(1);
  expect(reads).toEqual(['rows', 'rungs']);
  for (const stop of stops) stop();
});

test('if one record of a table is watched, a change to another one is not read', async () => {
  const db = await anOpenDb();
  fakeRests();
  let reads = 0;
  const stop = watchTables(db, [{ table: 'resources', key: '/own' }], async () => {
    reads += 1;
  });
  await vi.waitUntil(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(1000);
  await db.resources.put({ path: '/other', etag: null, fetchedAt: 1 });
  vi.advanceTimersByTime(1000);
  expect(reads).toBe(1);
  await db.resources.put({ path: '/own', etag: null, fetchedAt: 1 });
  vi.advanceTimersByTime(1000);
  expect(reads).toBe(2);
  stop();
});

test('a read sees what is written while it runs, and so does the next one', async () => {
  const db = await anOpenDb();
  const seen: number[] = [];
  const row = aReferral();
  const stop = watchTables(db, ['referrals'], async (changes) => {
    if (seen.length === 0) await db.referrals.add(row);
    seen.push([...(changes.get('referrals') ?? [])].length);
  });
  await vi.waitUntil(() => seen.length === 2);
  expect(seen).toEqual([1, 1]);
  stop();
});

test('after a read that waited long for a write, the next one follows within a second', async () => {
  const db = await anOpenDb();
  fakeRests();
  let reads = 0;
  const stop = watchTables(db, ['referrals'], async () => {
    reads += 1;
    vi.advanceTimersByTime(20_000);
  });
  await vi.waitUntil(() => vi.getTimerCount() === 1);
  await db.referrals.add(aReferral());
  vi.advanceTimersByTime(1000);
  expect(reads).toBe(2);
  stop();
});
