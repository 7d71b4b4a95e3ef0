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
    // A database there was no room for says so for ever; it is made once it is opened again.
    if (isInside || !isLostConnection(error) || isOutdated(db)) throw asStorageFull(error);
  }
  try {
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  } catch (error) {
    throw asStorageFull(error);
  }
}

function asStorageFull(error: unknown): unknown {
  return isQuotaExceeded(error) ? new StorageFull(error) : error;
}
