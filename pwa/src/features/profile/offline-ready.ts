import type { User } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { KEPT_NAMES, pathOf } from '../../sync/read/resource-table.ts';

/** Whether all pages open without signal and show something: the app is stored, and so is a customer's data. */
export async function isOfflineReady(db: UserDb, role: User['role']): Promise<boolean> {
  const names = role === 'admin' ? [] : KEPT_NAMES;
  // Begun together: a read after an await may slip out of what Dexie watches.
  const [stored, worker] = await Promise.all([
    db.resources.bulkGet(names.map(pathOf)),
    navigator.serviceWorker?.getRegistration(),
  ]);
  return Boolean(worker?.active) && stored.every((row) => row && row.fetchedAt > 0);
}
