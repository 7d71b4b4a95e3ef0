import { expect, test } from 'vitest';
import { REFERRALS_PATH } from '../read/referral-versions.ts';
import { aNewReferral, anOpenDb, aReferral } from '../../test/builders.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readCounts } from './own-counts.ts';

const FETCHED = { path: REFERRALS_PATH, etag: null, fetchedAt: 1 };

test('nothing is counted before the list has arrived', async () => {
  expect(await readCounts(await anOpenDb())).toBeUndefined();
});

test('an empty list is a zero', async () => {
  const db = await anOpenDb();
  await db.resources.put(FETCHED);
  expect(await readCounts(db)).toEqual({ total: 0, successful: 0, pending: 0, waiting: 0 });
});

test('what waits counts as pending at once', async () => {
  const db = await anOpenDb();
  await db.resources.put(FETCHED);
  await db.referrals.bulkAdd([aReferral({ status: 'completed' }), aReferral()]);
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  expect(await readCounts(db)).toEqual({ total: 4, successful: 1, pending: 3, waiting: 2 });
});
