import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { KEPT_NAMES, pathOf } from '@sunloop/engine/read.ts';

/** Whether all pages open without signal and show something, because the app and a customer's data are stored. */
export async function isOfflineReady(db: UserDb, role: User['role']): Promise<boolean> {
  const names = role === 'admin' ? [] : KEPT_NAMES;
  // Started together, because Dexie may not track a read after an await.
  const [stored, worker] = await Promise.all([
    db.resources.bulkGet(names.map(pathOf)),
    navigator.serviceWorker?.getRegistration(),
  ]);
  return Boolean(worker?.active) && stored.every((row) => row && row.fetchedAt > 0);
}
