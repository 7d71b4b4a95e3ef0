import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { draftStore } from './drafts.ts';
import { isOutdated } from './storage/notices.ts';
import { UserDb } from './user-db.ts';

const TEXT = { phone: '555 0188' };

test('a draft can be read until it is dropped', async () => {
  const store = draftStore(new UserDb(uuidv7()), 'profile');
  expect(await store.read()).toBeNull();
  await store.save(TEXT);
  expect(await store.read()).toEqual(TEXT);
  await store.drop();
  expect(await store.read()).toBeNull();
});

test('a lost connection is opened again for a draft', async () => {
  const db = new UserDb(uuidv7());
  await db.open();
  db.close();
  await draftStore(db, 'profile').save(TEXT);
  expect(await db.drafts.count()).toBe(1);
});

test('what is typed after a newer build took over the database is still kept', async () => {
  const db = new UserDb(uuidv7());
  await db.open();
  // The newer build has another table.
  const newer = new Dexie(db.name);
  newer.version(99).stores({ drafts: 'form', later: 'id' });
  await newer.open();
  expect(isOutdated(db)).toBe(true);
  await draftStore(db, 'profile').save(TEXT);
  expect(await newer.table('drafts').get('profile')).toMatchObject({ values: TEXT });
  // And the newer build's connection is not disturbed.
  expect(newer.isOpen()).toBe(true);
  newer.close();
});

test('saving a draft does not recreate a deleted database', async () => {
  const db = new UserDb(uuidv7());
  await db.open();
  const newer = new Dexie(db.name);
  newer.version(99).stores({ later: 'id' });
  await newer.open();
  await newer.delete();
  await expect(draftStore(db, 'profile').save(TEXT)).rejects.toThrow();
  expect(await Dexie.exists(db.name)).toBe(false);
});
