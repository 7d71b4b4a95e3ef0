import type { UseNavigateResult } from '@tanstack/react-router';
import { readMissing } from '@sunloop/engine/data/unsent-count.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { observeVitals } from '../../ground/vitals/observe-vitals.ts';
import { readAndCount } from '../../ground/connection/read-and-count.ts';
import { tellInstall } from '../../ground/install/tell-install.ts';
import { wasOpenedByIcon } from '../../ground/install/opened-by-icon.ts';
import { keepReceipts } from '@sunloop/engine/receipts.ts';
import { keepLock } from '@sunloop/engine/session.ts';
import { startSync } from '@sunloop/engine/start.ts';
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
