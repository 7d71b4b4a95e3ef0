import { isFromNewerBuild } from '../../data/outbox-entry.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { OutboxEntry, Pace, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { hasCome } from './backoff.ts';
import { type Decoded, decodeStored, parkDamaged } from '../waiting/damaged.ts';
import type { SyncDeps } from '../deps.ts';
import { readLaterTimes } from '../waiting/find-unsent.ts';
import { findHeldUpload, releaseUpload } from '../upload/held-upload.ts';
import { type ListMark, readListMark } from '../read/referral-versions.ts';
import { unsettledKeys } from './unsettled.ts';

const BATCHES_IN_FLIGHT = 2;

export interface Picked {
  entries: OutboxEntry[];
  pace: Pace;
  /** Which session the requests belong to. */
  confirmed: number;
  /** Which list was here when the requests were made. */
  list: ListMark;
}

export interface Asking {
  /** Entries up to this key go regardless of their pause. */
  urgentUpTo?: number;
  /** Keys of entries that are, or just were, on their way. */
  skipped?: ReadonlySet<number>;
  /** The number of requests on their way. */
  inFlight?: number;
}

/**
 * The first entries that may go now, none while the queue is closed, blocked or waiting. Only reads, except that
 * unreadable entries are parked if this device can store that; they never block the others.
 */
export async function pickEntries(
  db: UserDb,
  deps: SyncDeps,
  { urgentUpTo = 0, skipped = new Set(), inFlight = 0 }: Asking = {},
): Promise<Picked> {
  const now = deps.now();
  const state = await readSyncState(db);
  const { isOpen, blocked, nextAt, holdUntil, holdMs, confirmed, pace, heldUpload } = state;
  const list = await readListMark(db);
  const mayGo = hasCome(nextAt, now) && hasCome(holdUntil, now, holdMs);
  const picked = { entries: [], pace, confirmed, list };
  if (!isOpen || blocked || !mayGo) return picked;
  const held = await findHeldUpload(state, now);
  if (heldUpload !== null && held === undefined) await releaseUpload(db, heldUpload);
  // Two requests do not share a connection that is known to be slow.
  const most = (pace.failedRows === null ? BATCHES_IN_FLIGHT : 1) - inFlight;
  if (most <= 0) return picked;
  const wanted = { held, now, most, urgentUpTo, skipped };
  const found = await withReopen(db, () =>
    db.transaction('r', db.outbox, () => firstReadable(db, wanted)),
  );
  await parkDamaged(
    db,
    found.filter(({ damaged }) => damaged.length > 0),
    now,
  );
  return { ...picked, entries: found.flatMap(({ entry }) => entry ?? []) };
}

interface Wanted extends Required<Omit<Asking, 'inFlight'>> {
  held: string | undefined;
  now: number;
  most: number;
}

/**
 * The first due entries with rows that can be sent, and any damage met before them. Keys are read first, because
 * entries can hold hundreds of rows and only those that are due are worth reading.
 */
async function firstReadable(
  db: UserDb,
  { held, now, most, urgentUpTo, skipped }: Wanted,
): Promise<Decoded[]> {
  const unsettled = unsettledKeys(db);
  const isDue = (key: number, nextAt = 0) => key <= urgentUpTo || hasCome(nextAt, now);
  const later = await readLaterTimes(db);
  const keys = await db.outbox.toCollection().primaryKeys();
  const found: Decoded[] = [];
  let readable = 0;
  for (const key of keys) {
    if (readable >= most) break;
    if (unsettled.has(key) || skipped.has(key) || !isDue(key, later.get(key))) continue;
    const stored = await db.outbox.get(key);
    const isOurs = stored && !isFromNewerBuild(stored) && isDue(key, stored.nextAt);
    if (!isOurs || (held !== undefined && stored.uploadId === held)) continue;
    const decoded = decodeStored(stored);
    found.push(decoded);
    if (decoded.entry) readable += 1;
  }
  return found;
}
