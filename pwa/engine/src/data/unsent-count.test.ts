import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import { failStorage } from '../test/failing-storage.ts';
import { UserDb } from './user-db.ts';
import { forgetMissing, isUnseen, noteUnsent, readMissing } from './unsent-count.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

/** A database nobody has opened in this realm before, as after a restart. */
const openAgain = (userId: string) => new UserDb(userId);

test('rows that waited in a database the browser cleared are missing until the person has taken note', async () => {
  const db = openAgain(uuidv7());
  expect(await readMissing(db)).toBe(0);
  noteUnsent(db.userId, 2);
  await db.delete();
  const next = openAgain(db.userId);
  // The worker makes it again before a page looks.
  await next.outbox.count();
  expect(await readMissing(next)).toBe(2);
  noteUnsent(db.userId, 1);
  expect(await readMissing(next)).toBe(2);
  expect(await readMissing(openAgain(uuidv7()))).toBe(0);
  forgetMissing(db.userId);
  expect(await readMissing(next)).toBe(0);
});

test('nothing is missing from a database that still exists or had nothing waiting', async () => {
  const db = openAgain(uuidv7());
  await readMissing(db);
  noteUnsent(db.userId, 2);
  db.close();
  const again = openAgain(db.userId);
  expect(await readMissing(again)).toBe(0);
  noteUnsent(db.userId, 0);
  await again.delete();
  expect(await readMissing(openAgain(db.userId))).toBe(0);
});

test('a second loss adds to the first, until the person has taken note', async () => {
  const db = openAgain(uuidv7());
  await readMissing(db);
  noteUnsent(db.userId, 2);
  await db.delete();
  const second = openAgain(db.userId);
  expect(await readMissing(second)).toBe(2);
  noteUnsent(db.userId, 3);
  await second.delete();
  expect(await readMissing(openAgain(db.userId))).toBe(5);
});

test('what was lost once counts once, although nothing was noted before the next loss', async () => {
  const db = openAgain(uuidv7());
  await readMissing(db);
  noteUnsent(db.userId, 2);
  await db.delete();
  const second = openAgain(db.userId);
  expect(await readMissing(second)).toBe(2);
  await second.delete();
  expect(await readMissing(openAgain(db.userId))).toBe(2);
});

test('a loss is found although the connection breaks while it is looked for', async () => {
  const db = openAgain(uuidv7());
  await readMissing(db);
  noteUnsent(db.userId, 2);
  await db.delete();
  const next = openAgain(db.userId);
  await next.open();
  const fail = () =>
    failStorage({ error: 'UnknownError', stores: ['sync'], operations: ['get'], times: 1 });
  let mend = fail();
  expect(await isUnseen(next)).toBe(true);
  mend();
  mend = fail();
  expect(await readMissing(next)).toBe(2);
  mend();
});
