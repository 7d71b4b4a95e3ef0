import { Dexie } from 'dexie';
import { countEndings, isEnded } from './storage/leaving.ts';
import { isLostConnection, isQuotaExceeded, StorageFull } from './storage/errors.ts';
import { isOutdated } from './storage/notices.ts';

/**
 * Runs `work` on the database. If the connection was lost, it is opened again and `work` tried once more, and so it is once
 * the page is back that was left meanwhile; so `work` must be safe to repeat. Within a transaction, retrying is up to its
 * owner. Throws `StorageFull` when the disk is full.
 */
export function withReopen<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  const endings = countEndings();
  // Not an async function, and started at once: a native await may leave a transaction or a live query, which Dexie
  // tracks through promises.
  const first = work() as Promise<T>;
  if (Dexie.currentTransaction) return first;
  return first.then(undefined, (error: unknown) =>
    // Opening waits until the page is back.
    endings !== countEndings() && isEnded(error) && !isOutdated(db)
      ? withReopen(db, work)
      : tryAgain(db, work, error),
  );
}

async function tryAgain<T>(db: Dexie, work: () => PromiseLike<T>, error: unknown): Promise<T> {
  // A database without room keeps failing until it is opened again, which creates it.
  if (!isLostConnection(error) || isOutdated(db)) throw asStorageFull(error);
  try {
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  } catch (again) {
    throw asStorageFull(again);
  }
}

function asStorageFull(error: unknown): unknown {
  return isQuotaExceeded(error) ? new StorageFull(error) : error;
}
