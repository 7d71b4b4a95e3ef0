import { readSession } from '../data/device-db.ts';
import { patchSyncState, readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
import { hasCome } from './backoff.ts';
import { checkUser } from './check-user.ts';
import { realDeps, type SyncDeps } from './deps.ts';
import { drain } from './drain.ts';
import { settleSignOut } from './session.ts';

/**
 * One round of sending for the signed-in user: when the last try failed, first one small question to
 * the server, then whatever waits. Safe to call at any time and from several tabs and the worker.
 */
export async function syncOnce(db: UserDb, deps: SyncDeps): Promise<void> {
  if (!(await isSignedIn(db))) return;
  const { isOpen, blocked, reach, holdUntil } = await readSyncState(db);
  if (!isOpen || !hasCome(holdUntil, deps.now())) return;
  if ((blocked || reach !== 'ok') && !(await checkUser(db, deps))) return;
  await drain(db, deps);
}

/** Only whom this device was last told of; an owed sign-out is nobody. */
async function isSignedIn(db: UserDb): Promise<boolean> {
  const session = await readSession();
  return session?.state === 'active' && session.user.id === db.userId;
}

/** As `syncOnce`, at once whatever the backoff says: the person, the network or a page came back. */
export async function syncNow(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  await patchSyncState(db, { nextAt: 0, failures: 0 });
  if (await settleSignOut()) await syncOnce(db, deps);
}
