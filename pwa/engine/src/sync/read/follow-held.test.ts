import { expect, test } from 'vitest';
import { noteSyncState, patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { anOpenDb } from '../../test/builders.ts';
import { followHeld, type Read } from './follow-held.ts';

type Held = { fetchedAt: number } | undefined;
const PATH = '/api/stats';
const write = (db: UserDb, fetchedAt: number) =>
  db.resources.put({ path: PATH, etag: null, fetchedAt });

/** A followed answer, what was shown of it, and how often it was read. */
function followedIn(db: UserDb) {
  const shown: Read<Held>[] = [];
  const failures: unknown[] = [];
  const seen = { reads: 0, isBroken: false, shown, failures };
  const follow = followHeld<Held>(db, PATH, async () => {
    seen.reads += 1;
    if (seen.isBroken) throw new Error('cannot be read');
    return db.resources.get(PATH);
  });
  const start = () =>
    follow(
      (read) => void shown.push(read),
      (error) => void failures.push(error),
    );
  return { seen, start };
}

test('while rows are sent, what a page shows is not read again, and is the same', async () => {
  const db = await anOpenDb();
  const fetchedAt = Date.now();
  await write(db, fetchedAt);
  const { seen, start } = followedIn(db);
  const stop = start();
  await expect.poll(() => seen.shown.length).toBe(1);
  await noteSyncState(db, { sending: 500, lastSentAt: 1 });
  // A page that lacks something is told again, because it may ask for it now.
  await expect.poll(() => seen.shown.length).toBe(2);
  expect(seen.shown[1]).not.toBe(seen.shown[0]);
  await patchSyncState(db, { reach: 'offline' });
  await expect.poll(() => seen.shown.at(-1)?.isCut).toBe(true);
  expect(seen.shown.at(-1)?.held).toBe(seen.shown[0]?.held);
  expect(seen.reads).toBe(1);
  await write(db, fetchedAt + 1);
  await expect.poll(() => seen.shown.at(-1)?.held?.fetchedAt).toBe(fetchedAt + 1);
  stop();
});

test('whoever follows again sees what was written meanwhile', async () => {
  const db = await anOpenDb();
  await write(db, 1);
  const { seen, start } = followedIn(db);
  const stop = start();
  await expect.poll(() => seen.shown.length).toBe(1);
  stop();
  await write(db, 2);
  const stopAgain = start();
  await expect.poll(() => seen.shown.at(-1)?.held?.fetchedAt).toBe(2);
  stopAgain();
});

test('a read that failed is done again with the next change', async () => {
  const db = await anOpenDb();
  await write(db, 1);
  const { seen, start } = followedIn(db);
  const stop = start();
  await expect.poll(() => seen.shown.length).toBe(1);
  seen.isBroken = true;
  await write(db, 2);
  await expect.poll(() => seen.failures.length).toBe(1);
  seen.isBroken = false;
  await noteSyncState(db, { sending: 1 });
  await expect.poll(() => seen.shown.at(-1)?.held?.fetchedAt).toBe(2);
  stop();
});
