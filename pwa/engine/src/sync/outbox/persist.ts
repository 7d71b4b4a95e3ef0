import { noteStorageTrouble } from '../../data/storage/health.ts';
import { noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';

/** Only pages have `persist`, a worker's storage manager does not, and old browsers have no manager. */
interface PersistingNavigator {
  storage?: { persist?(): Promise<boolean> };
}

/**
 * Asks the browser, once per user and device, not to evict what waits here. Called after the first submission, when the
 * person can see why. Only the profile page needs the answer, and it asks `navigator.storage.persisted()` itself. Never
 * fails, because what was saved before it stays saved.
 */
export async function askToPersist(db: UserDb): Promise<void> {
  const { storage } = (globalThis.navigator ?? {}) as PersistingNavigator;
  try {
    if (!storage?.persist || (await readSyncState(db)).hasAskedToPersist) return;
    await noteSyncState(db, { hasAskedToPersist: true });
  } catch (error) {
    return noteStorageTrouble(error);
  }
  // Not awaited: Firefox asks the person, and 'saved' must not wait for that.
  void storage.persist().catch(() => false);
}
