import { readStorageHealth, type StorageHealth } from '../../data/storage/health.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { BlockReason, Reach, ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { SENDING_MARK_MS } from '../ground/deps.ts';
import { countWaiting } from '../../data/find-unsent.ts';
import { readEntryTimes, sendAtOf } from './next-wake.ts';
import { KEPT_NAMES, pathOf } from '../read/resource-table.ts';

/** The state of sending, for a live query. */
export interface SyncStatus {
  /** Rows not yet sent, and refused ones the person has to look at. */
  waiting: number;
  rejected: number;
  /** Rows in flight right now. */
  sending: number;
  /** Everything that waits is waiting for its next try, although our server answers. */
  isHeldUp: boolean;
  /** Only a newer version of the app can send what waits, because one wrote it. */
  isForNewerBuild: boolean;
  /** Nothing waits, but the last try to fetch what the screens show failed, although our server answers. */
  isBehind: boolean;
  reach: Reach;
  blocked: BlockReason | null;
  storage: StorageHealth;
  /** Epoch milliseconds; null before the first time. */
  lastSentAt: number | null;
  lastSyncAt: number | null;
}

export interface ConnectionState {
  kind:
    | 'all-sent'
    | 'sending'
    | 'held-up'
    | 'refused'
    | 'behind'
    | 'device-full'
    | 'device-failing'
    | Exclude<Reach, 'ok'>
    | BlockReason;
  /** Rows that wait. */
  count: number;
}

/** Where it is kept. */
export const STATUS_IN = ['sync', 'outbox', 'rejected', 'resources'] as const;

/** A Dexie read: as a live query it runs again whenever a tab or the worker changes its tables. */
export async function readStatus(db: UserDb, now = Date.now()): Promise<SyncStatus> {
  // One transaction, because each costs more than the reads in it; while something is sent, most need no answer.
  return withReopen(db, () =>
    db.transaction('r', [db.sync, db.outbox, db.rejected, db.resources], async () => {
      const state = await readSyncState(db);
      const { sending, sendingUntil } = state;
      const waiting = await countWaiting(db);
      const isSending = !isPauseOver(sendingUntil, now, SENDING_MARK_MS) && sending > 0;
      const rejected = await db.rejected.count();
      const isBehind = waiting === 0 && (await readKept(db)).some(hasFailed);
      const isIdle = !isSending && waiting > 0;
      const times = isIdle ? await readEntryTimes(db) : [];
      const sendAt = isIdle ? sendAtOf(state, times, now) : null;
      return {
        ...state,
        waiting,
        rejected,
        sending: isSending ? sending : 0,
        isHeldUp: sendAt !== null && sendAt > now,
        isForNewerBuild: isIdle && !state.blocked && times.length === 0,
        isBehind,
        storage: readStorageHealth(),
      };
    }),
  );
}

const readKept = (db: UserDb) => db.resources.bulkGet(KEPT_NAMES.map(pathOf));

/** The one state the header shows: what blocks the queue comes before the state of the network. */
export function connectionState(status: SyncStatus): ConnectionState {
  const { waiting: count, blocked, storage, reach } = status;
  if (blocked) return { kind: blocked, count };
  if (storage === 'unsaved') return { kind: 'device-full', count };
  // Only if something waits: a read that cannot be kept should trouble nobody.
  if (storage !== 'ok' && count > 0) return { kind: `device-${storage}`, count };
  if (reach !== 'ok') return { kind: reach, count };
  if (count === 0) return { kind: calmKind(status), count };
  if (status.isForNewerBuild) return { kind: 'update-needed', count };
  return { kind: status.isHeldUp ? 'held-up' : 'sending', count };
}

/** For when nothing waits: 'all sent' only if nothing needs the person and calls succeed. */
function calmKind({ rejected, isBehind }: SyncStatus): ConnectionState['kind'] {
  if (rejected > 0) return 'refused';
  return isBehind ? 'behind' : 'all-sent';
}

/** Whether a read was given up since it last succeeded. */
const hasFailed = (row: ResourceRow | undefined) => (row?.triedAt ?? 0) > (row?.fetchedAt ?? 0);
