import { beforeEach, expect, test } from 'vitest';
import { anAdminReferral } from '../test/builders.ts';
import {
  compactAdminReferrals,
  putAdminReferrals,
  readAdminMeta,
  readNewestReferrals,
  replaceAdminReferrals,
} from './admin-blocks.ts';
import { readAdminBlocks } from '../test/read-admin-blocks.ts';
import { UserDb } from './user-db.ts';

let db: UserDb;

beforeEach(() => {
  db = new UserDb(crypto.randomUUID());
});

const byId = <Row extends { id: string }>(rows: Row[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const stored = async () => byId(await readAdminBlocks(db));

test('a list stored whole is read back whole from blocks by the end of the id', async () => {
  const rows = Array.from({ length: 600 }, (_, at) =>
    anAdminReferral({
      name: `Name "${at}"\n`,
      phone: null,
      date: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-05-05T00:00:00.000Z',
      referrerName: `Referrer ${at % 7}`,
    }),
  );
  await replaceAdminReferrals(db, rows);
  expect(await stored()).toEqual(byId(rows));
  expect(await db.adminBlocks.count()).toBe(256 + 2);
});

test('a whole list replaces the previous one with its changes', async () => {
  await replaceAdminReferrals(db, [anAdminReferral({ name: 'Before' })]);
  await putAdminReferrals(db, [anAdminReferral({ name: 'Change' })], []);
  const now = anAdminReferral({ name: 'Now' });
  await replaceAdminReferrals(db, [now]);
  expect(await stored()).toEqual([now]);
});

test('changes are applied in their order, and deletions stay deleted', async () => {
  const [one, two] = [anAdminReferral(), anAdminReferral()];
  await replaceAdminReferrals(db, [one, two]);
  await putAdminReferrals(db, [{ ...one, status: 'in_progress' }], [two.id]);
  await putAdminReferrals(db, [{ ...one, status: 'completed' }], []);
  expect(await stored()).toEqual([{ ...one, status: 'completed' }]);
});

test('a change costs one record however many blocks it touches', async () => {
  const rows = Array.from({ length: 300 }, () => anAdminReferral());
  await replaceAdminReferrals(db, rows);
  const before = await db.adminBlocks.count();
  await putAdminReferrals(
    db,
    rows.map((row) => ({ ...row, status: 'completed' })),
    [],
  );
  expect(await db.adminBlocks.count()).toBe(before + 1);
});

test('a change does not start a list that was never fetched', async () => {
  await putAdminReferrals(db, [anAdminReferral()], []);
  expect(await readAdminMeta(db)).toBeUndefined();
  expect(await db.adminBlocks.count()).toBe(0);
});

test('a change joins the transaction around it and is rolled back with it', async () => {
  await replaceAdminReferrals(db, []);
  const failing = db.transaction('rw', [db.adminBlocks, db.resources], async () => {
    await putAdminReferrals(db, [anAdminReferral()], []);
    throw new Error('the rest failed');
  });
  await expect(failing).rejects.toThrow('the rest failed');
  expect(await stored()).toEqual([]);
});

test('folding in keeps the content of the list, unless a change came meanwhile', async () => {
  const row = anAdminReferral();
  await replaceAdminReferrals(db, [row]);
  await putAdminReferrals(db, [{ ...row, name: 'Renamed' }], []);
  const meta = await readAdminMeta(db);
  const rows = await stored();
  await putAdminReferrals(db, [{ ...row, name: 'Renamed again' }], []);
  await compactAdminReferrals(db, meta!, rows);
  expect(await stored()).toMatchObject([{ name: 'Renamed again' }]);

  await compactAdminReferrals(db, (await readAdminMeta(db))!, await stored());
  expect(await stored()).toMatchObject([{ name: 'Renamed again' }]);
  expect((await readAdminMeta(db))?.changes).toBe(0);
});

test('the newest are available separately, in list order', async () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const rows = [3, 1, 2].map((day) => anAdminReferral({ name: `Day ${day}`, date: at(day) }));
  await replaceAdminReferrals(db, rows);
  const names = (await readNewestReferrals(db)).map(({ name }) => name);
  expect(names).toEqual(['Day 3', 'Day 2', 'Day 1']);
});
