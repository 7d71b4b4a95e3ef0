import { readSyncState } from '../data/sync-state.ts';
import { ACTS_VERSION, type SyncState, type UserDb } from '../data/user-db.ts';
import { heldUploadOf } from './held-upload.ts';
import { entryKeysOf } from './log-lines.ts';
import { isAnyMissing } from './refresh.ts';

export interface Wake {
  /**
   * When the queue wants to be looked at again, in epoch milliseconds; null while only something
   * from outside (sign-in, network, the person) can change anything.
   */
  sendAt: number | null;
  /** Something was never fetched, or a write has touched it, and nothing is about to be sent. */
  wantsRefresh: boolean;
}

/** A Dexie read, for a live query. */
export async function readNextWake(db: UserDb, now = Date.now()): Promise<Wake> {
  const state = await readSyncState(db);
  const { isOpen, blocked, reach, nextAt, holdUntil } = state;
  if (!isOpen || blocked) return { sendAt: null, wantsRefresh: false };
  const due = Math.max(nextAt, holdUntil);
  if (reach !== 'ok') return { sendAt: due, wantsRefresh: false };
  const first = await firstEntryTime(db, state, now);
  const sendAt = first === null ? null : Math.max(due, first);
  // Not between the rows of an upload, each of which touches the lists.
  const isQuiet = (sendAt === null || sendAt > now) && heldUploadOf(state, now) === undefined;
  return { sendAt, wantsRefresh: isQuiet && (await isAnyMissing(db)) };
}

/** When the first entry of this build may go; 0 is at once, null is that there is none. */
async function firstEntryTime(db: UserDb, state: SyncState, now: number): Promise<number | null> {
  const total = await db.outbox.where('v').belowOrEqual(ACTS_VERSION).count();
  if (total === 0) return null;
  const heldUpload = heldUploadOf(state, now);
  const held = heldUpload === undefined ? [] : await entryKeysOf(db, heldUpload);
  const laterTimes = await db.outbox.orderBy('nextAt').keys();
  if (laterTimes.length + held.length < total) return 0;
  return Math.min(
    Number(laterTimes[0] ?? state.heldUntil),
    ...(held.length > 0 ? [state.heldUntil] : []),
  );
}
