import type { Dexie } from 'dexie';
import { isLostConnection, isQuotaExceeded, StorageFull } from './storage-errors.ts';
import { isOutdated } from './storage-notices.ts';

/**
 * Runs `work` on the database; a lost connection is opened again and `work` tried once more, so it
 * must be safe to repeat. Throws `StorageFull` when the disk is full.
 */
export async function withReopen<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isQuotaExceeded(error)) throw new StorageFull(error);
    if (!isLostConnection(error) || isOutdated(db)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}
