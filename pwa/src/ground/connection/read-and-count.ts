import { isUnseen, noteUnsent } from '@sunloop/engine/data/unsent-count.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { readStatus, type SyncStatus } from '@sunloop/engine/status.ts';

/** The state of sending. Notes what waits before it is shown, because the app may be closed as soon as it was seen. */
export async function readAndCount(db: UserDb): Promise<SyncStatus> {
  const status = await readStatus(db);
  // The count before says what was lost if the browser cleared the database, even beneath an open page.
  if (!(await isUnseen(db))) noteUnsent(db.userId, status.waiting + status.rejected);
  return status;
}
