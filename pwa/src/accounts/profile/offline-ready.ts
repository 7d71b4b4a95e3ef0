import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { isAllKept } from '@sunloop/engine/read.ts';

/** Whether all pages open without signal and show something, because the app and a customer's data are stored. */
export async function isOfflineReady(db: UserDb, role: User['role']): Promise<boolean> {
  // Started together, because Dexie may not track a read after an await.
  const [isKept, worker] = await Promise.all([
    role === 'admin' || isAllKept(db),
    navigator.serviceWorker?.getRegistration(),
  ]);
  return Boolean(worker?.active) && isKept;
}
