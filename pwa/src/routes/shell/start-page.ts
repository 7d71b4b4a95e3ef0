import { noteUnsent, readMissing } from '../../data/unsent-count.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { observeVitals } from '../../features/analytics/observe-vitals.ts';
import { keepLock } from '../../sync/session/keep-lock.ts';
import { startSync } from '../../sync/start.ts';
import { readStatus } from '../../sync/status.ts';
import { tellOfflineReady } from './tell-offline-ready.ts';

/** What runs while a signed-in person's shell is open: sending, measuring, and counting what waits. */
export function startPage(db: UserDb): () => void {
  const stopSync = startSync({ db, window });
  const stopLock = keepLock({ db, window });
  const stopCounting = countUnsent(db);
  const stopTelling = tellOfflineReady(db);
  const stopVitals = observeVitals(window, db.userId);
  return () => {
    stopVitals();
    stopTelling();
    stopCounting();
    stopLock();
    stopSync();
  };
}

/** Keeps a count of what waits, after checking whether what was counted before is still here. */
function countUnsent(db: UserDb): () => void {
  const counting = new AbortController();
  const report = (error: unknown) => console.warn('Unsent rows could not be counted:', error);
  readMissing(db).then(() => {
    if (counting.signal.aborted) return;
    const stop = watchTables(db, ['outbox', 'rejected'], async () => {
      await readStatus(db).then(
        ({ waiting, rejected }) => noteUnsent(db.userId, waiting + rejected),
        report,
      );
    });
    counting.signal.addEventListener('abort', stop);
  }, report);
  return () => counting.abort();
}
