import { mayAsk, noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { drain } from './drain.ts';

/**
 * Sends a file's rows while the person watches, as any drain does. Ends when all are sent or what is left waits for
 * something; if the connection is known to be away, at once.
 */
export async function sendWatched(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  if (mayAsk(await readSyncState(db))) await drain(db, deps);
}

/** Nobody watches any longer, so the rest goes in batches. */
export function stopWatching(db: UserDb): Promise<void> {
  return noteSyncState(db, { watchedKey: null });
}
