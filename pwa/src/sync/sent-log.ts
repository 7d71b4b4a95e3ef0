import { DAY_MS, type PushRow } from '@sunloop/shared-types';
import { contentOf } from '../data/row-content.ts';
import type { LogLine, OutboxEntry, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { realDeps, type SyncDeps } from './deps.ts';
import { type NewReferralInput, putEntries, toPushRow } from './enqueue.ts';
import { noteInLog } from './log-lines.ts';
import { syncNow } from './sync-once.ts';

/** Batches a person is shown at once; `readStatus` counts all rows. */
const SHOWN_ENTRIES = 50;
const SHOWN_SENT = 20;

/** A batch that waits, with what happened to its rows so far, oldest first. */
export interface WaitingEntry {
  key: number;
  rows: PushRow[];
  savedAt: number;
  /** The file it came from. */
  fileName: string | undefined;
  log: LogLine[];
}

/** What waits, oldest first. A Dexie read, for a live query. */
export async function readWaiting(db: UserDb, limit = SHOWN_ENTRIES): Promise<WaitingEntry[]> {
  const stored = await db.outbox.limit(limit).toArray();
  // One too damaged to have rows is parked among the rejected by the next drain.
  const entries = stored.filter(({ rows }) => Array.isArray(rows) && rows.length > 0);
  if (entries.length === 0) return [];
  // A clock may have been put back since.
  const since = Math.min(...entries.map(({ savedAt }) => savedAt)) - DAY_MS;
  const [lines, uploads] = await Promise.all([
    db.log.where('at').aboveOrEqual(since).sortBy('id'),
    db.uploads.bulkGet(entries.map(({ uploadId }) => uploadId ?? '')),
  ]);
  const logs = linesByRow(lines, new Set(entries.map(firstId)));
  return entries.map((entry, at) => {
    const { key, rows, savedAt } = entry;
    const log = logs.get(firstId(entry)) ?? [];
    return { key, rows, savedAt, fileName: uploads[at]?.fileName, log };
  });
}

const firstId = ({ rows }: OutboxEntry) => rows[0]?.id ?? '';

function linesByRow(lines: LogLine[], wanted: ReadonlySet<string>): Map<string, LogLine[]> {
  const found = new Map<string, LogLine[]>();
  for (const line of lines) {
    for (const id of line.rowIds) {
      if (wanted.has(id)) found.set(id, [...(found.get(id) ?? []), line]);
    }
  }
  return found;
}

/** What was sent lately, newest first. A Dexie read, for a live query. */
export async function readSent(db: UserDb, limit = SHOWN_SENT): Promise<LogLine[]> {
  const ids = await db.log.where('event').equals('sent').primaryKeys();
  const lines = await db.log.bulkGet(ids.slice(-limit).toReversed());
  return lines.flatMap((line) => line ?? []);
}

/** What this device knows of one row's way, oldest first. A Dexie read, for a live query. */
export async function readRowLog(db: UserDb, rowId: string): Promise<LogLine[]> {
  return db.log.filter(({ rowIds }) => rowIds.includes(rowId)).toArray();
}

/** Tries at once whatever the backoff says. */
export function retryNow(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  return syncNow(db, deps);
}

/** What `restoreWaiting` needs to undo a removal. */
export interface Removed {
  key: number;
  at: number;
  /** Of the entry's shape. */
  v: number;
  row: PushRow;
  savedAt: number;
  uploadId: string | undefined;
}

/**
 * Takes a waiting row out of the queue; undefined when it does not wait any more. One that is on its way
 * just then may still arrive, and is then shown as sent.
 */
export function removeWaiting(
  db: UserDb,
  key: number,
  rowId: string,
): Promise<Removed | undefined> {
  return withReopen(db, () =>
    db.transaction('rw', db.outbox, db.log, db.sync, async () => {
      const entry = await db.outbox.get(key);
      const at = entry?.rows.findIndex(({ id }) => id === rowId) ?? -1;
      const row = entry?.rows[at];
      if (!entry || !row) return undefined;
      const rows = entry.rows.toSpliced(at, 1);
      await (rows.length > 0 ? db.outbox.put({ ...entry, rows }) : db.outbox.delete(key));
      await noteInLog(db, { key, rows: [row], event: 'removed' }, Date.now());
      const { v, savedAt, uploadId } = entry;
      return { key, at, v, row, savedAt, uploadId };
    }),
  );
}

/**
 * Puts a removed row back in its place, or in that of another version of it that waits by now. Does nothing
 * when it was sent after all; where an earlier version was, the server says so.
 */
export async function restoreWaiting(db: UserDb, removed: Removed): Promise<void> {
  const { key, at, v, row, savedAt, uploadId } = removed;
  await withReopen(db, () =>
    db.transaction('rw', [db.outbox, db.referrals, db.log, db.sync], async () => {
      const stored = await db.referrals.get(row.id);
      if (stored && contentOf(stored) === contentOf(row)) return;
      if (await replaceWaiting(db, row)) return;
      const entry = await db.outbox.get(key);
      if (entry) await db.outbox.put({ ...entry, rows: entry.rows.toSpliced(at, 0, row) });
      const from = uploadId === undefined ? {} : { uploadId };
      const anew = { v, rows: [row], savedAt, attempts: 0, ...from };
      await putEntries(db, entry ? [] : [anew]);
      await noteInLog(db, { key, rows: [row], event: 'restored' }, Date.now());
    }),
  );
}

/** Puts a row in the place of the one that waits under its id; answers whether there was one. */
async function replaceWaiting(db: UserDb, row: PushRow): Promise<boolean> {
  const hasRow = ({ rows }: OutboxEntry) => rows?.some(({ id }) => id === row.id) ?? false;
  const entry = await db.outbox.filter(hasRow).first();
  if (!entry) return false;
  const rows = entry.rows.map((each) => (each.id === row.id ? row : each));
  await db.outbox.put({ ...entry, rows });
  return true;
}

/**
 * Changes a row that waits, keeping its id and date: should an earlier version have arrived unnoticed, the
 * server says so instead of storing both. Answers false when it does not wait any more.
 */
export function editWaiting(
  db: UserDb,
  key: number,
  rowId: string,
  values: Omit<NewReferralInput, 'id' | 'date'>,
): Promise<boolean> {
  return withReopen(db, () =>
    db.transaction('rw', db.outbox, db.log, db.sync, async () => {
      const entry = await db.outbox.get(key);
      const before = entry?.rows.find(({ id }) => id === rowId);
      if (!entry || !before) return false;
      const { id, date } = before;
      const edited = toPushRow({ ...values, id, ...(date && { date }) });
      const rows = entry.rows.map((row) => (row === before ? edited : row));
      await db.outbox.put({ ...entry, rows, attempts: 0 });
      await putEntries(db, []);
      await noteInLog(db, { key, rows: [edited], event: 'edited' }, Date.now());
      return true;
    }),
  );
}
