import { keepUnsent } from '../../data/unsent-count.ts';
import type { UserDb } from '../../data/user-db.ts';
import { readStatus, type SyncStatus } from '../../sync/status.ts';

/** The state of sending. Notes what waits before it is shown, because the app may be closed as soon as it was seen. */
export async function readAndCount(db: UserDb): Promise<SyncStatus> {
  const status = await readStatus(db);
  keepUnsent(db.userId, status.waiting + status.rejected);
  return status;
}
