import { Dexie } from 'dexie';
import { isLostConnection, isQuotaExceeded, StorageFull } from './storage-errors.ts';
import { isOutdated } from './storage-notices.ts';

/**
 * Runs `work` on the database; a lost connection is opened again and `work` tried once more, so it
 * must be safe to repeat. Within a transaction that is its owner's to do. Throws `StorageFull` when the disk
 * is full.
 */
export async function withReopen<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  const isInside = Boolean(Dexie.currentTransaction);
  try {
    // Begun before anything is awaited, or a live query would not see what is read.
    return await work();
  } catch (error) {
    if (isQuotaExceeded(error)) throw new StorageFull(error);
    if (isInside || !isLostConnection(error) || isOutdated(db)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}
