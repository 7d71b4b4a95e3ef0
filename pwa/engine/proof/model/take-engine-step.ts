import type { UserDb } from '../../src/data/user-db.ts';
import type { SyncDeps } from '../../src/sync/ground/deps.ts';
import { checkAchievements } from '../../src/sync/read/achievements.ts';
import { drainInBackground } from '../../src/sync/run/drain-in-background.ts';
import { refresh, refreshStale } from '../../src/sync/read/refresh.ts';
import { fetchReceipts } from '../../src/sync/read/receipts.ts';
import { settleSignOut } from '../../src/sync/session/session.ts';
import { syncNow, syncOnce } from '../../src/sync/send/sync-once.ts';
import { tellPage } from './pages.ts';
import { rawReferrals } from './raw-storage.ts';
import type { EngineStep } from './steps.ts';
import type { World } from './world.ts';

/** What a tab's triggers start: timer, focus, network, Background Sync. */
export function takeEngineStep(world: World, step: EngineStep): void {
  const tab = world.tab(step.tab);
  const { deps } = tab;
  // Nothing wakes it.
  if (tab.isFrozen) return;
  const db = tab.db(world.screenUser().user.id);
  switch (step.do) {
    case 'send':
      if (step.how === 'worker') return wakeWorker(world, step.tab);
      return world.begin(tab, async () => {
        if (!(await settleSignOut())) return;
        await (step.how === 'now' ? syncNow(db, deps) : syncOnce(db, deps));
      });
    case 'refresh':
      return world.begin(tab, () => {
        if (step.what === 'taken') return refresh(db, 'taken', deps);
        if (step.what === 'receipts') return readWithReceipts(db, deps);
        return step.what === 'list' ? refresh(db, 'referrals', deps) : refreshStale(db, deps);
      });
    case 'page':
      return tellPage(tab, step.event);
    case 'news':
      return world.begin(tab, () => checkAchievements(db, deps));
  }
}

/** The person looks at their list, and at the details of each referral. */
async function readWithReceipts(db: UserDb, deps: SyncDeps): Promise<void> {
  await refresh(db, 'referrals', deps);
  await fetchReceipts(db, rawReferrals(db.userId), { deps });
}

function wakeWorker(world: World, nth: number): void {
  const tab = world.tab(nth);
  world.begin(tab, () =>
    drainInBackground(tab.deps).catch((error: unknown) => {
      // By rejecting, the worker asks the browser to wake it again.
      const isAsking = error instanceof Error && /still wait|not reached/.test(error.message);
      if (!isAsking) throw error;
    }),
  );
}
