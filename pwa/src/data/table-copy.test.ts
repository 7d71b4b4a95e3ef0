import { RangeSet } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { aReferral, anOpenDb } from '../test/builders.ts';
import { TableCopy } from './table-copy.ts';
import type { UserDb } from './user-db.ts';

let db: UserDb;
beforeEach(async () => {
  db = await anOpenDb();
});

const PAGE = 3;
const copyOf = () =>
  new TableCopy<ReturnType<typeof aReferral>, string>(db, db.table('referrals'), PAGE);
const byId = async () => new Map((await db.referrals.toArray()).map((row) => [row.id, row]));
const keysOf = (...ids: string[]) => new RangeSet().addKeys(ids);

test.each([0, 1, 3, 7])(
  'a first read of %i records holds them all, page by page',
  async (count) => {
    await db.referrals.bulkAdd(Array.from({ length: count }, () => aReferral()));
    const copy = copyOf();
    const told = await copy.read(undefined);
    expect(copy.rows).toEqual(await byId());
    expect(told.size).toBe(count);
  },
);

test('later reads apply what was added, changed and removed, and report only that', async () => {
  const [kept, changed, removed, added] = [aReferral(), aReferral(), aReferral(), aReferral()];
  await db.referrals.bulkAdd([kept, changed, removed]);
  const copy = copyOf();
  await copy.read(undefined);
  await db.referrals.bulkPut([{ ...changed, status: 'completed' }, added]);
  await db.referrals.delete(removed.id);
  const told = await copy.read(keysOf(changed.id, added.id, removed.id));
  expect(copy.rows).toEqual(await byId());
  expect(told).toEqual(new Set([changed.id, added.id, removed.id]));
});

test('single changes to a long table are read by themselves', async () => {
  const [first, second] = [aReferral(), aReferral()];
  await db.referrals.bulkAdd([first, second]);
  const copy = copyOf();
  await copy.read(undefined);
  await db.referrals.update(first.id, { status: 'completed' });
  await db.referrals.delete(second.id);
  const reads = vi.spyOn(db.table('referrals'), 'toCollection');
  const told = await copy.read(keysOf(first.id, second.id));
  expect(reads).not.toHaveBeenCalled();
  expect(told).toEqual(new Set([first.id, second.id]));
  expect(copy.rows).toEqual(await byId());
});

test('a table that was not written to is not read', async () => {
  await db.referrals.add(aReferral());
  const copy = copyOf();
  await copy.read(undefined);
  const reads = vi.spyOn(db.table('referrals'), 'toCollection');
  expect(await copy.read(undefined)).toEqual(new Set());
  expect(reads).not.toHaveBeenCalled();
});

test('after a table was emptied and filled again, nothing old is left', async () => {
  await db.referrals.bulkAdd(Array.from({ length: 5 }, () => aReferral()));
  const copy = copyOf();
  await copy.read(undefined);
  await db.referrals.clear();
  const fresh = aReferral();
  await db.referrals.add(fresh);
  await copy.read(new RangeSet('', '\uFFFF'));
  expect(copy.rows).toEqual(new Map([[fresh.id, fresh]]));
});
