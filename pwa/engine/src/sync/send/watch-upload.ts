import { followLive } from '../../data/follow-live.ts';
import { mayAsk, noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { drain } from './drain.ts';

/**
 * Sends a file's rows while the person watches, as any drain does. Ends when all are sent, and after the first trouble: the
 * drain goes on with the rest, for which nobody has to wait. If the connection is known to be away, ends at once.
 */
export async function sendWatched(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  if (!mayAsk(await readSyncState(db))) return;
  let stop = (): void => undefined;
  const isUnwatched = new Promise<void>((resolve, reject) => {
    stop = followLive(db, () => readSyncState(db))(({ watchedKey }) => {
      if (watchedKey === null) resolve();
    }, reject);
  });
  await Promise.race([drain(db, deps), isUnwatched]).finally(stop);
}

/** Nobody watches any longer, so the rest goes in batches. */
export function stopWatching(db: UserDb): Promise<void> {
  return noteSyncState(db, { watchedKey: null });
}
