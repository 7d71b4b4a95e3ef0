import { afterEach, expect, test, vi } from 'vitest';
import { anOpenDb } from '../test/builders.ts';
import { failStorage } from '../test/failing-storage.ts';
import { noteStorageWorks } from './storage/health.ts';
import { noteSyncState, patchSyncState, readSyncState } from './sync-state.ts';

afterEach(() => noteStorageWorks());

/** A database of which this tab knows something that could not be stored. */
async function aFullDevice() {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const db = await anOpenDb();
  const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'] });
  await noteSyncState(db, { holdUntil: 5000, holdMs: 900 });
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
