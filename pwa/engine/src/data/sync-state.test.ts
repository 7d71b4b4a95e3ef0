import { afterEach, expect, test, vi } from 'vitest';
import { anOpenDb } from '../test/builders.ts';
import { failStorage } from '../test/failing-storage.ts';
import { readStorageHealth } from './storage/health.ts';
import { confirmUser, noteSyncState, patchSyncState, readSyncState } from './sync-state.ts';
import type { SyncState } from './user-db.ts';
import { forgetStorageHealth } from '../test/forget-storage-health.ts';

afterEach(forgetStorageHealth);

/** A database of which this tab knows something that could not be stored. */
async function aFullDevice(unstored: Partial<SyncState> = { holdUntil: 5000, holdMs: 900 }) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const db = await anOpenDb();
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'] });
  await noteSyncState(db, unstored);
  mend();
  return db;
}

test('what a full device could not store is remembered until something with it is stored whole (rule 28)', async () => {
  const db = await aFullDevice();
  const broken = db.transaction('rw', db.sync, db.log, async () => {
    await patchSyncState(db, { failures: 3 });
    throw new Error('the rest could not be stored');
  });
  await expect(broken).rejects.toThrow('the rest');
  expect(await readSyncState(db)).toMatchObject({ holdUntil: 5000, holdMs: 900, failures: 0 });
});

test('it is stored with the next change and then forgotten (rule 28)', async () => {
  const db = await aFullDevice();
  await db.transaction('rw', db.sync, db.log, () => patchSyncState(db, { failures: 3 }));
  expect(await db.sync.get('sync')).toMatchObject({ holdUntil: 5000, failures: 3 });
  await db.sync.update('sync', { holdUntil: 1 });
  expect(await readSyncState(db)).toMatchObject({ holdUntil: 1 });
});

test('a sign-in in another tab ends the block that this one could not store (rule 28)', async () => {
  const db = await aFullDevice({ blocked: 'sign-in', holdUntil: 5000 });
  expect(await readSyncState(db)).toMatchObject({ blocked: 'sign-in' });
  await db.sync.update('sync', confirmUser());
  expect(await readSyncState(db)).toMatchObject({ blocked: null, holdUntil: 5000 });
  await patchSyncState(db, { failures: 3 });
  expect(await db.sync.get('sync')).toMatchObject({ blocked: null, holdUntil: 5000 });
});

test('nor is it remembered again together with what cannot be stored later (rule 28)', async () => {
  const db = await aFullDevice({ blocked: 'sign-in' });
  await db.sync.update('sync', confirmUser());
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'] });
  await noteSyncState(db, { failures: 2 });
  mend();
  expect(await readSyncState(db)).toMatchObject({ blocked: null, failures: 2 });
});

test('once a change is stored by itself, what another tab stores counts again (rule 28)', async () => {
  const db = await aFullDevice({ reach: 'offline' });
  await patchSyncState(db, { reach: 'ok' });
  await db.sync.update('sync', { reach: 'captive' });
  expect((await readSyncState(db)).reach).toBe('captive');
});

test('the person is told of a device that could not store it (rule 28)', async () => {
  await aFullDevice();
  expect(readStorageHealth()).toBe('full');
});
