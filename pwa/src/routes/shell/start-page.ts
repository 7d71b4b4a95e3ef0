import type { UseNavigateResult } from '@tanstack/react-router';
import { readMissing } from '../../data/unsent-count.ts';
import type { UserDb } from '../../data/user-db.ts';
import { observeVitals } from '../../features/analytics/observe-vitals.ts';
import { readAndCount } from '../../features/connection/read-and-count.ts';
import { tellInstall } from '../../features/install/tell-install.ts';
import { wasOpenedByIcon } from '../../features/install/opened-by-icon.ts';
import { keepReceipts } from '../../sync/receipts.ts';
import { keepLock } from '../../sync/session.ts';
import { startSync } from '../../sync/start.ts';
import { keepNotices } from './keep-notices.ts';
import { tellLostProfile } from './tell-lost-profile.ts';
import { tellMissing } from './tell-missing.ts';

/**
 * What runs while a signed-in person's shell is open: sending, measuring, and counting what waits. The installed app
 * opens on what waits, if something does, and the dashboard offers to install it.
 */
export function startPage(db: UserDb, navigate?: UseNavigateResult<string>): () => void {
  const stopSync = startSync({ db, window });
  const stopLock = keepLock({ db, window });
  const stopInstall = window.location.pathname === '/' ? tellInstall(db) : undefined;
  void countAndKeep(db).then((count) => {
    if (count > 0 && wasOpenedByIcon()) void navigate?.({ to: '.', search: { waiting: 1 } });
  });
  const stopReceipts = keepReceipts(db);
  const stopMissing = tellMissing(db);
  const stopLostProfile = tellLostProfile(db);
  const stopNotices = keepNotices(db);
  const stopVitals = observeVitals(window, db.userId);
  return () => {
    stopVitals();
    stopNotices();
    stopLostProfile();
    stopMissing();
    stopReceipts();
    stopInstall?.();
    stopLock();
    stopSync();
  };
}

/**
 * Counts what waits after checking whether what was counted before is still here. From then on the header, which reads
 * it anyway, keeps the count.
 */
async function countAndKeep(db: UserDb): Promise<number> {
  try {
    await readMissing(db);
    const { waiting, rejected } = await readAndCount(db);
    return waiting + rejected;
  } catch (error) {
    console.warn('Unsent rows could not be counted:', error);
    return 0;
  }
}
