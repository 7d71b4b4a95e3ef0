import { readSyncState } from '../data/sync-state.ts';
import type { Blocked, Reach, UserDb } from '../data/user-db.ts';

/** How sending stands, for a live query. */
export interface SyncStatus {
  /** Rows not yet sent, and refused ones the person has to look at. */
  waiting: number;
  rejected: number;
  /** Rows in flight right now. */
  sending: number;
  reach: Reach;
  blocked: Blocked | null;
  /** Epoch milliseconds; null before the first time. */
  lastSentAt: number | null;
  lastSyncAt: number | null;
}

export interface ConnectionState {
  kind: 'all-sent' | 'sending' | Exclude<Reach, 'ok'> | Blocked;
  /** Rows that wait. */
  count: number;
}

/** A Dexie read: inside `useLiveQuery` it runs again whenever a tab or the worker changes it. */
export async function readStatus(db: UserDb, now = Date.now()): Promise<SyncStatus> {
  const [state, batchSizes, rejected] = await Promise.all([
    readSyncState(db),
    db.outbox.orderBy('rows.length').keys(),
    db.rejected.count(),
  ]);
  return {
    waiting: batchSizes.reduce<number>((sum, size) => sum + Number(size), 0),
    rejected,
    sending: state.sendingUntil > now ? state.sending : 0,
    reach: state.reach,
    blocked: state.blocked,
    lastSentAt: state.lastSentAt,
    lastSyncAt: state.lastSyncAt,
  };
}

/** The one honest state of the header: what holds the queue comes before where the network is. */
export function connectionState(status: SyncStatus): ConnectionState {
  const count = status.waiting;
  if (status.blocked) return { kind: status.blocked, count };
  if (status.reach !== 'ok') return { kind: status.reach, count };
  return { kind: count > 0 ? 'sending' : 'all-sent', count };
}
