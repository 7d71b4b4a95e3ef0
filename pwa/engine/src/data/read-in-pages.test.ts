import { expect, test } from 'vitest';
import { anOpenDb, aReferral } from '../test/builders.ts';
import { readInPages } from './read-in-pages.ts';

test.each([0, 1, 3, 7])('a table of %i records is read whole, page by page', async (count) => {
  const db = await anOpenDb();
  const rows = Array.from({ length: count }, () => aReferral());
  await db.referrals.bulkAdd(rows);
  const read = await readInPages(db, db.table('referrals'), 3);
  expect(read).toEqual(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
});
