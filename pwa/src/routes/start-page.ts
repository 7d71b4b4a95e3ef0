import { onStorageNotice } from '../data/storage-notices.ts';
import type { UserDb } from '../data/user-db.ts';
import { observeVitals } from '../features/analytics/observe-vitals.ts';
import { useUpdate } from '../features/update/update-store.ts';
import { startSync } from '../sync/start.ts';

/** What runs while a signed-in person's shell stands: sending, measuring, and word of a database taken over. */
export function startPage(db: UserDb): () => void {
  const stopSync = startSync({ db, window });
  const stopNotices = onStorageNotice((notice) => useUpdate.setState({ notice }));
  const stopVitals = observeVitals(window, db.userId);
  return () => {
    stopVitals();
    stopSync();
    stopNotices();
  };
}
