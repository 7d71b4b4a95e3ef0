import { ACHIEVEMENT_CHECK_MS } from '@sunloop/shared-types/limits.ts';
import { NEXT_CHECK_MAX_MS } from '@sunloop/shared-types/program/achievement-check.ts';
import { liveQuery } from 'dexie';
import { reportFailure } from '../../data/storage/report-failure.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import type { UserDb } from '../../data/user-db.ts';
import { checkAchievements } from '../read/achievements.ts';
import { registerBackgroundSync } from '../ground/background-sync.ts';
import { backoffMs, isPauseOver } from '../ground/backoff.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { foldWhenIdle } from '../read/fold-when-idle.ts';
import { pruneLog } from '../outbox/log-lines.ts';
import { tellOffice } from '../outbox/tell-office.ts';
import { readNextWake, type NextWake } from '../send/next-wake.ts';
import { refreshStale } from '../read/refresh.ts';
import { settleSignOut } from '../session/session.ts';
import { singleFlight } from '../ground/single-flight.ts';
import { startQuotes } from '../quotes/start-quotes.ts';
import { syncNow, syncOnce } from '../send/sync-once.ts';
import { onPageTriggers } from '../ground/triggers-page.ts';
import { wakeTimer } from '../ground/wake-timer.ts';

/**
 * Keeps the signed-in user's queue moving while the page lives: at start, after an enqueue in any tab, when the
 * network or the person comes back, and when the backoff is over. While somebody looks at the page it asks for new
 * achievements and tells the office what waits here. Returns how to stop.
 */
export function startSync(
  { db, window }: { db: UserDb; window: Window },
  deps: SyncDeps = realDeps,
): () => void {
  const pause = (failures: number) => timer.set(deps.now() + backoffMs(failures, deps.random()));
  const lookAgain = (failures: number, error: unknown) => {
    pause(failures);
    reportFailure(db, 'Sync failed on this device', error);
  };
  // If the local database fails, rows stay queued, and the timer looks again: less often for each kind of work that fails.
  const guard = (work: () => Promise<unknown>) => {
    let failures = 0;
    return () => {
      work().then(
        () => {
          failures = 0;
        },
        (error: unknown) => lookAgain((failures += 1), error),
      );
    };
  };
  let couldRead = true;
  const follow = ({ sendAt, mayRead, wantsRefresh }: NextWake) => {
    timer.set(sendAt);
    // What a page could not fetch meanwhile has no other trigger.
    const isBack = mayRead && !couldRead;
    couldRead = mayRead;
    if (wantsRefresh || isBack) refreshAll();
  };
  let unsettled = 0;
  const sendDue = async () => {
    if (!(await settleSignOut())) {
      // Nothing goes before an owed sign-out, whatever this queue says that is due.
      unsettled += 1;
      pause(unsettled);
      return;
    }
    unsettled = 0;
    await syncOnce(db, deps);
    const wake = await readNextWake(db, deps.now());
    if (wake.sendAt !== null) registerBackgroundSync();
    // Even if nothing changed, because a live query reports only changes.
    follow(wake);
    wakes ??= watch();
  };
  const refreshAll = guard(singleFlight(() => refreshStale(db, deps)));
  const timer = wakeTimer(() => deps.now(), guard(singleFlight(sendDue)));
  const sendNow = guard(singleFlight(() => syncNow(db, deps)));
  const begin = async (isBack: boolean) => {
    await syncNow(db, deps, { isBack });
    refreshAll();
    await pruneLog(db, deps.now()).catch(noteStorageTrouble);
    await forgetOthersOnce();
  };
  let checkAt = 0;
  const checkNews = singleFlight(async () => {
    checkAt = deps.now() + ((await checkAchievements(db, deps)) ?? 0);
  });
  const tellWaiting = guard(singleFlight(() => tellOffice(db, deps)));
  const onOffline = guard(() => checkUser(db, deps));
  const stopTriggers = onPageTriggers(window, {
    onOnline: guard(() => begin(true)),
    onOffline,
    onVisible: sendNow,
  });
  const checking = setInterval(
    guard(async () => {
      const isDue = isPauseOver(checkAt, deps.now(), NEXT_CHECK_MAX_MS);
      if (!isDue || window.document.visibilityState !== 'visible') return;
      await checkNews();
      tellWaiting();
    }),
    ACHIEVEMENT_CHECK_MS,
  );
  const watch = () =>
    liveQuery(() => readNextWake(db)).subscribe(follow, (error: unknown) => {
      // A query whose first run fails hears of no change, so there is another one once the timer's check went well.
      wakes?.unsubscribe();
      wakes = undefined;
      lookAgain(1, error);
    });
  let wakes: ReturnType<typeof watch> | undefined = watch();
  const stopQuotes = startQuotes(window, deps);
  const stopFolding = foldWhenIdle(db);
  guard(() => begin(false))();
  return () => {
    stopQuotes();
    stopFolding();
    wakes?.unsubscribe();
    clearInterval(checking);
    stopTriggers();
    timer.clear();
  };
}

let hasAsked = false;

/** Once per page: whose rows are kept here changes only with a sign-out, and the next start asks again. */
async function forgetOthersOnce(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  await (await import('../session/forget-others.ts')).forgetOthers();
}

/**
 * Keeps trying to tell the server about a sign-out made without a connection and about visitors' requests, while nobody
 * is signed in and `startSync` does not run: at start, when the network or the person comes back, and, because browsers
 * do not always notice the network, after a pause. Returns how to stop.
 */
export function startSettling(window: Window, deps: SyncDeps = realDeps): () => void {
  let failures = 0;
  let isStopped = false;
  const settle = singleFlight(async () => {
    let isSettled = false;
    try {
      isSettled = await settleSignOut();
      await forgetOthersOnce();
    } catch (error) {
      console.error('Sign-out failed here:', error);
    }
    failures = isSettled ? 0 : failures + 1;
    if (isSettled || isStopped) timer.clear();
    else timer.set(deps.now() + backoffMs(failures, deps.random()));
  });
  const onHint = () => void settle();
  const timer = wakeTimer(() => deps.now(), onHint);
  onHint();
  const stopQuotes = startQuotes(window, deps);
  const stopTriggers = onPageTriggers(window, {
    onOnline: onHint,
    onOffline: () => undefined,
    onVisible: onHint,
  });
  return () => {
    isStopped = true;
    timer.clear();
    stopQuotes();
    stopTriggers();
  };
}
