import { readSession } from '../../data/device-db.ts';
import { openUserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { drainQuotes, nextQuoteAt } from '../quotes/quotes.ts';
import { settleSignOut } from '../session/session.ts';
import { readStatus } from '../send/status.ts';
import { syncOnce } from '../send/sync-once.ts';

/**
 * Sends visitors' requests and the signed-in user's queue when the browser wakes the worker, perhaps with no page open.
 * Rejects while anything is left that another try can send, so that the browser wakes the worker again.
 */
export async function drainInBackground(deps: SyncDeps = realDeps): Promise<void> {
  if (!(await settleSignOut())) throw new Error('The sign-out has not reached the server yet.');
  // Not urgently: the page registers after each failure, so the worker must keep to the backoff, too.
  await drainQuotes(deps);
  const waiting = await sendReferrals(deps);
  if (waiting > 0) throw new Error(`${waiting} referrals still wait to be sent.`);
  if ((await nextQuoteAt()) !== null) throw new Error('A request for a quote still waits.');
}

/** Returns how many rows are left that another try can send. */
async function sendReferrals(deps: SyncDeps): Promise<number> {
  const session = await readSession();
  if (session?.state !== 'active') return 0;
  const db = openUserDb(session.user.id);
  await syncOnce(db, deps);
  const { waiting, blocked, isForNewerBuild } = await readStatus(db, deps.now());
  return blocked || isForNewerBuild ? 0 : waiting;
}
