import { onStorageNotice } from '../data/storage-notices.ts';
import type { UserDb } from '../data/user-db.ts';
import { useUpdate } from '../features/update/update-store.ts';
import { startSync } from '../sync/start.ts';

/** What runs while a signed-in person's shell stands: sending, and word of a database taken over. */
export function startPage(db: UserDb): () => void {
  const stopSync = startSync({ db, window });
  const stopNotices = onStorageNotice((notice) => useUpdate.setState({ notice }));
  return () => {
    stopSync();
    stopNotices();
  };
}
