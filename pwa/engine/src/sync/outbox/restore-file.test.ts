import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { expect, test } from 'vitest';
import { noteSyncState } from '../../data/sync-state.ts';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { aNewReferral, anAdminReferral, anOpenDb, aReferral, aUser } from '../../test/builders.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { editUnsent } from './change-row.ts';
import { enqueue, toPushRow } from './enqueue.ts';
import { readUnsentFile, type UnsentFile } from './read-unsent-file.ts';
import { restoreFile } from './restore-file.ts';
import { exportWaiting } from './unsent-file.ts';

/** Everything that can be in such a file: three rows that wait, a refused one, an act and a conflict. */
async function fill(db: UserDb): Promise<void> {
  await enqueue(db, [
    { name: '=Ada', email: 'ada@example.com', phone: '+1 5', permission: 1, date: '2026-05-04' },
    aNewReferral({ address: '1 Sun St,\n"Apt 2"; -3', permission: 0 }),
    aNewReferral({ permission: null }),
  ]);
  const row = toPushRow(aNewReferral({ name: 'B' }));
  const times = { savedAt: 5, rejectedAt: 6, order: 7 };
  await db.rejected.add({ id: row.id, row, code: 'invalid', error: 'Too short', ...times });
  const referral = anAdminReferral();
  const act = {
    act: 'status',
    id: referral.id,
    status: 'completed',
    expected: 'contacted',
  } as const;
  const named = { ...toPushRow(aNewReferral()), who: 'Ada', act };
  await db.outbox.add({ v: OUTBOX_KINDS.acts.v, rows: [named], savedAt: 1, attempts: 0 });
  const conflict: ConflictRow = {
    id: referral.id,
    act,
    referral,
    outcome: 'conflict',
    at: 1,
    who: 'Ada',
  };
  await db.conflicts.add(conflict);
}

const TABLES = ['outbox', 'rejected', 'conflicts'] as const;

/** All that waits for server or person, without what belongs to this device alone. */
async function held(db: UserDb) {
  const [entries, rejected, conflicts] = await Promise.all(
    TABLES.map((name) => db.table(name).toArray()),
  );
  return {
    rows: entries?.flatMap(({ v, rows }) => rows.map((row: object) => ({ v, row }))),
    rejected,
    conflicts,
  };
}

const wipe = async (db: UserDb) => {
  for (const name of TABLES) await db.table(name).clear();
};

const read = (text: string) => readUnsentFile(parseCsv(text));
const whole = async (db: UserDb) => read(await exportWaiting(db)) as UnsentFile;

test('what a saved file holds comes back as it was, whatever its texts contain (rule 40)', async () => {
  const db = await anOpenDb();
  await fill(db);
  const [before, file] = [await held(db), await whole(db)];
  await wipe(db);
  const restored = await restoreFile(db, file);
  expect(restored).toEqual({ queued: 4, refused: 1, conflicts: 1, alreadyThere: 0 });
  expect(await held(db)).toEqual(before);
});

test('a second time, and where some of it was sent, nothing is added (rule 40)', async () => {
  const db = await anOpenDb();
  await fill(db);
  const file = await whole(db);
  const [first] = file.rows;
  await wipe(db);
  await db.referrals.add(aReferral({ id: first?.id ?? '' }));
  expect(await restoreFile(db, file)).toMatchObject({ queued: 3, alreadyThere: 1 });
  const after = await held(db);
  expect(await restoreFile(db, file)).toMatchObject({ queued: 0, refused: 0, conflicts: 0 });
  expect(await held(db)).toEqual(after);
});

test('a refused row that comes back counts for no upload, which told before what became of it (rules 22, 40)', async () => {
  const db = await anOpenDb();
  await fill(db);
  await db.rejected.toCollection().modify({ uploadId: 'of-a-file' });
  const file = await whole(db);
  await db.rejected.clear();
  expect(await restoreFile(db, file)).toMatchObject({ refused: 1 });
  expect((await db.rejected.toArray()).map(({ uploadId }) => uploadId)).toEqual([undefined]);
});

test('what was sent before the server lost the account comes back to be sent again (rule 40)', async () => {
  const db = await anOpenDb();
  await db.referrals.add(aReferral({ name: 'Ada' }));
  await noteSyncState(db, { blocked: 'sign-in' });
  const file = await whole(db);
  await db.referrals.clear();
  expect(await restoreFile(db, file)).toMatchObject({ queued: 1 });
});

test('what was mended since does not come back as it was refused, waiting, sent or mended again (rules 9, 40)', async () => {
  const db = await anOpenDb();
  await fill(db);
  const file = await whole(db);
  const [refused] = await db.rejected.toArray();
  const mend = (row: PushRow, name: string) => editUnsent(db, row, { name, email: row.email });
  const comesBack = async () => (await restoreFile(db, file)).refused;
  await mend(refused!.row!, 'Bo');
  const mended = (await db.outbox.toArray()).at(-1)!.rows[0]!;
  expect(await comesBack()).toBe(0);
  await db.outbox.clear();
  await db.rejected.add({ ...refused!, id: mended.id, row: mended });
  await mend(mended, 'Bo Ray');
  const sent = (await db.outbox.toArray()).at(-1)!.rows[0]!;
  expect(await comesBack()).toBe(0);
  // On another device, which knows nothing of the mending, the list of what was sent tells.
  for (const name of [...TABLES, 'log']) await db.table(name).clear();
  await db.referrals.add(aReferral({ id: sent.id, name: 'Bo Ray' }));
  expect(await comesBack()).toBe(0);
  await db.referrals.clear();
  expect(await comesBack()).toBe(1);
});

test('a file of another user is not taken (rule 40)', async () => {
  const [theirs, db] = [await anOpenDb(), await anOpenDb()];
  await fill(theirs);
  await expect(restoreFile(db, await whole(theirs))).rejects.toThrow('somebody else');
  expect(await db.outbox.count()).toBe(0);
});

test('after the server lost the account, the file is taken by the one made anew with its email (rule 39)', async () => {
  const { db: before, user } = await aSignedInDevice();
  await enqueue(before, [aNewReferral()]);
  const file = await whole(before);
  const { db } = await aSignedInDevice(aUser({ email: user.email }));
  expect(await restoreFile(db, file)).toMatchObject({ queued: 1 });
  const { db: other } = await aSignedInDevice();
  await expect(restoreFile(other, file)).rejects.toThrow('somebody else');
});

test('a refused row that was mended in a spreadsheet comes back mended', async () => {
  const db = await anOpenDb();
  const row = toPushRow(aNewReferral({ name: 'B' }));
  await db.rejected.add({ id: row.id, row, code: 'invalid', error: '', savedAt: 5, rejectedAt: 6 });
  const file = read((await exportWaiting(db)).replace(/^B,/m, 'Bo Ray,'));
  expect(file).toMatchObject({ refused: [{ id: row.id, row: { ...row, name: 'Bo Ray' } }] });
});

test('a damaged file says how much of it can be read, and none of it is taken', async () => {
  const db = await anOpenDb();
  await fill(db);
  const text = await exportWaiting(db);
  const lines = text.split('\r\n');
  const without = (nth: number) => lines.toSpliced(nth, 1).join('\r\n');
  expect(read(without(2))).toEqual({ kind: 'damaged', readable: 5, total: 6 });
  // The last line names how many there are, too: a file cut off there is noticed by the others.
  expect(read(lines.slice(0, -2).join('\r\n'))).toEqual({ kind: 'damaged', readable: 5, total: 6 });
  const twice = [...lines.slice(0, -1), lines[1]].join('\r\n');
  expect(read(twice)).toEqual({ kind: 'damaged', readable: 6, total: 7 });
  expect(read(text.replace(/,waiting,/, ',wating,'))).toMatchObject({ readable: 5, total: 6 });
  expect(read(text.replace(',1 of 6', 'x,1 of 6'))).toMatchObject({ readable: 5 });
});

test('a line of somebody else’s file among one’s own is not read, and none of it is taken (rules 6, 40)', async () => {
  const [theirs, db] = [await anOpenDb(), await anOpenDb()];
  for (const each of [theirs, db]) await enqueue(each, [aNewReferral(), aNewReferral()]);
  const [head, own] = (await exportWaiting(db)).split('\r\n');
  const [, , other] = (await exportWaiting(theirs)).split('\r\n');
  for (const lines of [
    [own, other],
    [other, own],
  ]) {
    expect(read([head, ...lines].join('\r\n'))).toEqual({ kind: 'damaged', readable: 1, total: 2 });
  }
});

test('what could not be read before it was saved is no damage of the file', async () => {
  const db = await anOpenDb();
  await enqueue(db, [aNewReferral()]);
  await db.outbox.add({ v: 1, rows: 'half a row', savedAt: 1, attempts: 0 } as never);
  await db.outbox.add({ v: 1, rows: [{ half: 1 }], savedAt: 1, attempts: 0 });
  expect(await whole(db)).toMatchObject({ kind: 'whole', rows: [{}] });
});
