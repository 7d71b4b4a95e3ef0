import { readSession } from '../data/device-db.ts';
import { openUserDb } from '../data/user-db.ts';
import { realDeps, type SyncDeps } from './deps.ts';
import { settleSignOut } from './session.ts';
import { readStatus } from './status.ts';
import { syncOnce } from './sync-once.ts';

/**
 * Sends the signed-in user's queue when the browser wakes the worker, perhaps with no page open.
 * Rejects while rows wait that another try can send, so that the browser wakes it again.
 */
export async function drainInBackground(deps: SyncDeps = realDeps): Promise<void> {
  if (!(await settleSignOut())) throw new Error('The sign-out has not reached the server yet.');
  const session = await readSession();
  if (session?.state !== 'active') return;
  const db = openUserDb(session.user.id);
  // Not at any price: the page registers after each failure, so this must keep to the backoff too.
  await syncOnce(db, deps);
  const { waiting, blocked } = await readStatus(db, deps.now());
  if (waiting > 0 && !blocked) throw new Error(`${waiting} referrals still wait to be sent.`);
}
