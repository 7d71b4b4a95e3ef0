import { liveQuery } from 'dexie';
import { isOutdated } from '../data/storage-notices.ts';
import type { UserDb } from '../data/user-db.ts';
import { checkUser } from './check-user.ts';
import { realDeps, type SyncDeps } from './deps.ts';
import { readNextWake, type Wake } from './next-wake.ts';
import { refreshStale } from './refresh.ts';
import { settleSignOut } from './session.ts';
import { singleFlight } from './single-flight.ts';
import { syncNow, syncOnce } from './sync-once.ts';
import { onPageTriggers } from './triggers-page.ts';
import { wakeTimer } from './wake-timer.ts';

/**
 * Keeps the signed-in user's queue moving while the page lives: at start, after an enqueue in any
 * tab, when the network or the person comes back, and on the backoff's own time. Returns how to stop.
 */
export function startSync(
  { db, window }: { db: UserDb; window: Window },
  deps: SyncDeps = realDeps,
): () => void {
  const guard = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => reportFailure(db, error));
  };
  const send = guard(singleFlight(() => sendDue()));
  const refreshAll = guard(singleFlight(() => refreshStale(db, deps)));
  const timer = wakeTimer(deps.now, send);
  const follow = ({ sendAt, wantsRefresh }: Wake) => {
    timer.set(sendAt);
    if (wantsRefresh) refreshAll();
  };
  const sendDue = async () => {
    if (await settleSignOut()) await syncOnce(db, deps);
    // What was not sent has written when to go on; a look that changed nothing is looked at again.
    follow(await readNextWake(db, deps.now()));
  };
  const sendNow = guard(() => syncNow(db, deps));
  const removeTriggers = onPageTriggers(window, {
    onOnline: () => {
      sendNow();
      refreshAll();
    },
    onOffline: guard(() => checkUser(db, deps)),
    onVisible: sendNow,
  });
  const wakes = liveQuery(() => readNextWake(db)).subscribe(follow, (error: unknown) =>
    reportFailure(db, error),
  );
  sendNow();
  refreshAll();
  return () => {
    wakes.unsubscribe();
    removeTriggers();
    timer.clear();
  };
}

/** A local database that fails: rows stay queued, the next trigger tries again. */
function reportFailure(db: UserDb, error: unknown): void {
  // The person has been told by the storage notice already.
  if (!isOutdated(db)) console.error('Sync stopped:', error);
}

/**
 * Keeps trying to tell the server of a sign-out made without a connection, while nobody is signed in
 * and `startSync` does not run. Returns how to stop.
 */
export function startSettling(window: Window): () => void {
  const settle = () => {
    settleSignOut().catch((error: unknown) => console.error('Sign-out not finished:', error));
  };
  const ignore = () => undefined;
  settle();
  return onPageTriggers(window, { onOnline: settle, onOffline: ignore, onVisible: settle });
}
