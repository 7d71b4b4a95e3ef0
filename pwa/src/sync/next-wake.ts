import { ENTRY_VERSION } from '../data/outbox-entry.ts';
import { readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
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
  const { isOpen, blocked, reach, nextAt, holdUntil } = await readSyncState(db);
  if (!isOpen || blocked) return { sendAt: null, wantsRefresh: false };
  const due = Math.max(nextAt, holdUntil);
  if (reach !== 'ok') return { sendAt: due, wantsRefresh: false };
  const first = await firstEntryTime(db);
  const sendAt = first === null ? null : Math.max(due, first);
  const isQuiet = sendAt === null || sendAt > now;
  return { sendAt, wantsRefresh: isQuiet && (await isAnyMissing(db)) };
}

/** When the first entry of this build may go; 0 is at once, null is that there is none. */
async function firstEntryTime(db: UserDb): Promise<number | null> {
  const total = await db.outbox.where('v').belowOrEqual(ENTRY_VERSION).count();
  if (total === 0) return null;
  const laterTimes = await db.outbox.orderBy('nextAt').keys();
  return laterTimes.length < total ? 0 : Number(laterTimes[0]);
}
