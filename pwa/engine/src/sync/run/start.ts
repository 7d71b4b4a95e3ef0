import { ACHIEVEMENT_CHECK_MS } from '@sunloop/shared-types/limits.ts';
import { NEXT_CHECK_MAX_MS } from '@sunloop/shared-types/program/achievement-check.ts';
import type { UserDb } from '../../data/user-db.ts';
import { checkUser } from '../answers/check-user.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { singleFlight } from '../ground/single-flight.ts';
import { onPageTriggers } from '../ground/triggers-page.ts';
import { tellOffice } from '../outbox/tell-office.ts';
import { startQuotes } from '../quotes/start-quotes.ts';
import { checkAchievements } from '../read/achievements.ts';
import { foldWhenIdle } from '../read/fold-when-idle.ts';
import { syncNow } from '../send/sync-once.ts';
import { QueueKeeper } from './queue-keeper.ts';

/** Whose page it is. */
interface OwnPage {
  db: UserDb;
  window: Window;
}

/**
 * Keeps the signed-in user's queue moving while the page lives: at start, after an enqueue in any tab, when the
 * network or the person comes back, and when the backoff is over. While somebody looks at the page it asks for new
 * achievements and tells the office what waits here. Returns how to stop.
 */
export function startSync({ db, window }: OwnPage, deps: SyncDeps = realDeps): () => void {
  const keeper = new QueueKeeper(db, deps);
  const stopTriggers = onPageTriggers(window, {
    onOnline: keeper.guard(() => keeper.begin(true)),
    onOffline: keeper.guard(() => checkUser(db, deps)),
    onVisible: keeper.guard(singleFlight(() => syncNow(db, deps))),
  });
  const checking = setInterval(lookWhileSeen({ db, window }, deps, keeper), ACHIEVEMENT_CHECK_MS);
  const stopQuotes = startQuotes(window, deps);
  const stopFolding = foldWhenIdle(db);
  keeper.guard(() => keeper.begin(false))();
  return () => {
    stopQuotes();
    stopFolding();
    clearInterval(checking);
    stopTriggers();
    keeper.stop();
  };
}

/** Asks for achievements while somebody looks, as often as the server allows, and tells the office. */
function lookWhileSeen({ db, window }: OwnPage, deps: SyncDeps, keeper: QueueKeeper): () => void {
  let checkAt = 0;
  const tellWaiting = keeper.guard(singleFlight(() => tellOffice(db, deps)));
  return keeper.guard(
    singleFlight(async () => {
      const isDue = isPauseOver(checkAt, deps.now(), NEXT_CHECK_MAX_MS);
      if (!isDue || window.document.visibilityState !== 'visible') return;
      checkAt = deps.now() + ((await checkAchievements(db, deps)) ?? 0);
      tellWaiting();
    }),
  );
}
