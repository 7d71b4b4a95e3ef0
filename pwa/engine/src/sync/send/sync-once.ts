import { readSessionOf } from '../../data/device-db.ts';
import { noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { drain, type SyncOptions } from './drain.ts';
import { openQueue, settleSignOut } from '../session/session.ts';

/**
 * One round of sending for the signed-in user. If the last try failed and the network has not come back since, the
 * server is asked a small question before anything is sent. Safe to call at any time, from several tabs and the worker.
 */
export async function syncOnce(
  db: UserDb,
  deps: SyncDeps,
  options: SyncOptions = {},
): Promise<void> {
  if (!(await readSessionOf(db.userId))) return;
  const state = await readSyncState(db);
  // The browser may have lost only this database, or another tab signed out while this one signed in.
  if (!state.isOpen) await openQueue(db);
  const { blocked, reach, holdUntil, holdMs } = state;
  if (!isPauseOver(holdUntil, deps.now(), holdMs)) return;
  // If the network is back, sending what waits tells as much as the question would, and sooner.
  const isWorthTrying = reach === 'ok' || (reach === 'offline' && options.isBack === true);
  if ((blocked || !isWorthTrying) && !(await checkUser(db, deps))) return;
  await drain(db, deps, options);
}

/** Like `syncOnce`, but ignoring the backoff, because the person, the network or a page came back. */
export async function syncNow(
  db: UserDb,
  deps: SyncDeps = realDeps,
  { isBack = false }: Pick<SyncOptions, 'isBack'> = {},
): Promise<void> {
  await noteSyncState(db, { nextAt: 0, failures: 0 });
  if (await settleSignOut()) await syncOnce(db, deps, { isUrgent: true, isBack });
}
