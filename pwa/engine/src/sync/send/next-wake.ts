import { mayAsk, readSyncState } from '../../data/sync-state.ts';
import { NEWEST_KIND } from '../../data/outbox-kinds.ts';
import type { SyncState, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { readLaterTimes } from '../../data/find-unsent.ts';
import { isAnyMissing } from '../read/refresh.ts';
import { nextSettlingAt, unsettledKeys } from './unsettled.ts';

export interface NextWake {
  /**
   * When the queue should be looked at again, in epoch milliseconds; null while only something from outside (sign-in,
   * network, the person) can change anything.
   */
  sendAt: number | null;
  /**
   * The server is there and knows the user, as far as this device knows, and nothing is about to be sent, which would
   * change what is read.
   */
  mayRead: boolean;
  /** Something was never fetched, or a write has touched it, and may be read. */
  wantsRefresh: boolean;
}

/** A Dexie read, for a live query. */
export function readNextWake(db: UserDb, now = Date.now()): Promise<NextWake> {
  return withReopen(db, () => findNextWake(db, now));
}

async function findNextWake(db: UserDb, now: number): Promise<NextWake> {
  // One transaction, because each costs more than the reads in it.
  const { state, sendAt } = await db.transaction('r', [db.sync, db.outbox], async () => {
    const stored = await readSyncState(db);
    return { state: stored, sendAt: sendAtOf(stored, await readEntryTimes(db), now) };
  });
  const mayRead = (sendAt === null || sendAt > now) && mayAsk(state);
  return { sendAt, mayRead, wantsRefresh: mayRead && (await isAnyMissing(db)) };
}

/** When the queue should be looked at again (`NextWake.sendAt`), by when its entries may go (`readEntryTimes`). */
export function sendAtOf(state: SyncState, times: readonly number[], now: number): number | null {
  const { isOpen, blocked, reach, nextAt, holdUntil, holdMs } = state;
  if (!isOpen || blocked) return null;
  const comesAt = (at: number, longestMs?: number) => (isPauseOver(at, now, longestMs) ? 0 : at);
  const due = Math.max(comesAt(nextAt), comesAt(holdUntil, holdMs));
  if (reach !== 'ok') return due;
  return times.length === 0 ? null : Math.max(due, Math.min(...times.map((at) => comesAt(at))));
}

/**
 * When entries this build can read may go; 0 means at once. Reads only keys and indexes, because there may be many
 * rows. The caller's transaction holds `outbox`.
 */
export async function readEntryTimes(db: UserDb): Promise<number[]> {
  const [keys, later] = await Promise.all([
    db.outbox.where('v').belowOrEqual(NEWEST_KIND).primaryKeys(),
    readLaterTimes(db),
  ]);
  const skipped = new Set([...unsettledKeys(db), ...later.keys()]);
  const times = [...later].flatMap(([key, at]) => (unsettledKeys(db).has(key) ? [] : at));
  const settlingAt = nextSettlingAt(db);
  if (settlingAt !== null) times.push(settlingAt);
  if (keys.some((key) => !skipped.has(key))) times.push(0);
  return times;
}
