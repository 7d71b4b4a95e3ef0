import { expect, test } from 'vitest';
import { noteSyncState, patchSyncState } from '../../data/sync-state.ts';
import { anOpenDb } from '../../test/builders.ts';
import { followHeld, type Read } from './follow-held.ts';

type Held = { fetchedAt: number } | undefined;

test('while rows are sent, what a page shows is neither read nor drawn again', async () => {
  const db = await anOpenDb();
  const fetchedAt = Date.now();
  await db.resources.put({ path: '/api/stats', etag: null, fetchedAt });
  const shown: Read<Held>[] = [];
  let reads = 0;
  const follow = followHeld<Held>(db, '/api/stats', async () => {
    reads += 1;
    return db.resources.get('/api/stats');
  });
  const stop = follow(
    (read) => void shown.push(read),
    (error) => expect.unreachable(String(error)),
  );
  await expect.poll(() => shown.length).toBe(1);
  await noteSyncState(db, { sending: 500, lastSentAt: 1 });
  await expect.poll(() => shown.length).toBe(2);
  expect(shown[1]).toBe(shown[0]);
  // Without signal it is told how old it is, and what is drawn of it is the same.
  await patchSyncState(db, { reach: 'offline' });
  await expect.poll(() => shown.at(-1)?.isCut).toBe(true);
  expect(shown.at(-1)?.held).toBe(shown[0]?.held);
  expect(reads).toBe(1);
  await db.resources.put({ path: '/api/stats', etag: null, fetchedAt: fetchedAt + 1 });
  await expect.poll(() => shown.at(-1)?.held?.fetchedAt).toBe(fetchedAt + 1);
  stop();
});
