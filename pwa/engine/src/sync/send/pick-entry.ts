import { type DecodedEntry, decodeEntry, isFromNewerBuild } from '../../data/outbox-entry.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { OutboxEntry } from '../../data/outbox-kinds.ts';
import type { Pace, SyncState, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { parkDamaged } from '../outbox/damaged.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { readLaterTimes } from '../../data/find-unsent.ts';
import { type ListMark, readListMark } from '../read/referral-versions.ts';
import { unsettledKeys } from './unsettled.ts';

/** So many requests are on their way at once. */
export const MOST_IN_FLIGHT = 2;

export interface PickedEntry {
  entry: OutboxEntry | undefined;
  /** Somebody watches it being sent, so its rows go one by one. */
  isWatched: boolean;
  pace: Pace;
  /** Which session the requests belong to. */
  confirmed: number;
  /** Which list was here when the requests were made. */
  list: ListMark;
}

export interface PickOptions {
  /** Entries up to this key go regardless of their pause. */
  urgentUpTo?: number;
  /** Entries that stepped behind and have a later key have been tried. */
  onceUpTo?: number;
  /** Keys of entries that are, or just were, on their way. */
  skipped?: ReadonlySet<number>;
  /** The number of requests on their way. */
  inFlight?: number;
}

/**
 * The first entry that may go now, none while the queue is closed, blocked or waiting, or enough is on its way. Only
 * reads, except that unreadable entries are parked if this device can store that; they never block the others.
 */
export async function pickEntry(
  db: UserDb,
  deps: SyncDeps,
  { urgentUpTo = 0, onceUpTo = Infinity, skipped = new Set(), inFlight = 0 }: PickOptions = {},
): Promise<PickedEntry> {
  const now = deps.now();
  const wanted = { now, urgentUpTo, onceUpTo, skipped };
  // In one transaction, because a file whose rows go one by one is saved together with its mark in the state, and because
  // each transaction costs more than the reads in it.
  const { state, list, found } = await withReopen(db, () =>
    db.transaction('r', [db.sync, db.outbox, db.resources], async () => {
      const [state, list] = await Promise.all([readSyncState(db), readListMark(db)]);
      const found = mayGo(state, inFlight, now) ? await firstReadable(db, wanted) : [];
      return { state, list, found };
    }),
  );
  await parkDamaged(
    db,
    found.filter(({ damaged }) => damaged.length > 0),
    now,
  );
  const { pace, confirmed, watchedKey } = state;
  const entry = found.at(-1)?.entry;
  return {
    entry,
    isWatched: entry !== undefined && entry.key === watchedKey,
    pace,
    confirmed,
    list,
  };
}

/** Whether the queue may send one more request now. */
function mayGo(state: SyncState, inFlight: number, now: number): boolean {
  const { isOpen, blocked, nextAt, holdUntil, holdMs, pace } = state;
  // Two requests do not share a connection that is known to be slow.
  const isFree = inFlight < (pace.failedRows === null ? MOST_IN_FLIGHT : 1);
  if (!isOpen || blocked || !isFree) return false;
  return isPauseOver(nextAt, now) && isPauseOver(holdUntil, now, holdMs);
}

interface SearchOptions extends Required<Omit<PickOptions, 'inFlight'>> {
  now: number;
}

/**
 * The first due entry with rows that can be sent, and any damage met before it. Keys are read first, because
 * entries can hold hundreds of rows and only those that are due are worth reading.
 */
async function firstReadable(
  db: UserDb,
  { now, urgentUpTo, onceUpTo, skipped }: SearchOptions,
): Promise<DecodedEntry[]> {
  const unsettled = unsettledKeys(db);
  const [later, keys] = await Promise.all([
    readLaterTimes(db),
    db.outbox.toCollection().primaryKeys(),
  ]);
  const found: DecodedEntry[] = [];
  for (const key of keys) {
    const at = later.get(key);
    const isDue =
      at === undefined || key <= urgentUpTo || (key <= onceUpTo && isPauseOver(at, now));
    if (unsettled.has(key) || skipped.has(key) || !isDue) continue;
    const stored = await db.outbox.get(key);
    if (!stored || isFromNewerBuild(stored)) continue;
    const decoded = decodeEntry(stored);
    found.push(decoded);
    if (decoded.entry) break;
  }
  return found;
}
