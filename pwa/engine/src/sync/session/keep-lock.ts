import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { countTime, noteActivity } from '../../data/device-lock.ts';
import { followLive } from '../../data/follow-live.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { onPageTriggers } from '../ground/triggers-page.ts';

/**
 * Maintains what decides whether the device shows what it holds (rule 36): counts time while a page is open and when
 * somebody comes back to it, and notes an inactive account. Returns how to stop.
 */
export function keepLock(
  { db, window }: { db: UserDb; window: Window },
  deps: Pick<SyncDeps, 'now'> = realDeps,
): () => void {
  // If it cannot be written now, the next count starts from the same moment.
  const count = () => void countTime(db.userId, deps.now()).catch(noteStorageTrouble);
  const stopTriggers = onPageTriggers(window, {
    onOnline: count,
    onOffline: count,
    onVisible: count,
  });
  const counting = setInterval(count, HOUR_MS);
  const stopFollowing = followLive(db, async () => (await readSyncState(db)).blocked)(
    (blocked) => void noteActivity(db.userId, blocked).catch(noteStorageTrouble),
    noteStorageTrouble,
  );
  count();
  return () => {
    stopFollowing();
    clearInterval(counting);
    stopTriggers();
  };
}
