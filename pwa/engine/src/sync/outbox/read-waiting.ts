import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { kindOf, type OutboxEntry } from '../../data/outbox-kinds.ts';
import type { LogLine, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { startOfDay } from '../../lib/start-of-day.ts';

/** Batches a person is shown at once; `readStatus` counts all rows. */
const SHOWN_ENTRIES = 50;
/** Rows after which no further batch is shown: those of a file have hundreds each, and reading thousands holds up sending. */
const SHOWN_ROWS = 1000;
const SHOWN_SENT = 20;
/** Names read of what was sent on one day. */
const SHOWN_NAMES = 20;

/** Where it is kept, with what was sent. */
export const WAITING_IN = ['outbox', 'rejected', 'log', 'uploads', 'referrals'] as const;

/** A batch that waits, with what happened to its rows so far, oldest first. */
export interface WaitingEntry {
  key: number;
  rows: readonly PushRow[];
  /** An admin's act, a colleague's file and what a newer build wrote can be taken back, but not edited. */
  canEdit: boolean;
  savedAt: number;
  /** The file the rows came from. */
  fileName: string | undefined;
  /** When they were handed over for somebody else to carry. */
  handedAt: number | undefined;
  log: LogLine[];
}

/** What waits, oldest first. A Dexie read, for a live query. */
export function readWaiting(db: UserDb, limit = SHOWN_ENTRIES): Promise<WaitingEntry[]> {
  return withReopen(db, () => findWaiting(db, limit));
}

async function findWaiting(db: UserDb, limit: number): Promise<WaitingEntry[]> {
  let count = 0;
  // A damaged entry may have no rows.
  const isEnough = ({ rows }: Partial<OutboxEntry>) => (count += rows?.length ?? 0) >= SHOWN_ROWS;
  const stored = await db.outbox.limit(limit).until(isEnough, true).toArray();
  // The next drain parks an entry that is too damaged to have rows.
  const entries = stored.filter(({ rows }) => Array.isArray(rows) && rows.length > 0);
  if (entries.length === 0) return [];
  // The clock may have been put back since.
  const since = Math.min(...entries.map(({ savedAt }) => savedAt)) - DAY_MS;
  const [lines, uploads] = await Promise.all([
    db.log.where('at').aboveOrEqual(since).sortBy('id'),
    db.uploads.bulkGet(entries.map(({ uploadId }) => uploadId ?? '')),
  ]);
  const logs = linesByRow(lines, new Set(entries.map(firstId)));
  return entries.map((entry, at) => {
    const { key, rows, savedAt, handedAt } = entry;
    const log = logs.get(firstId(entry)) ?? [];
    const canEdit = kindOf(entry)?.holds === 'referrals';
    return { key, rows, canEdit, savedAt, fileName: uploads[at]?.fileName, handedAt, log };
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

/** Rows that reached the server together. */
export interface SentRows {
  id: number;
  /** When the last of them did; epoch milliseconds. */
  at: number;
  count: number;
  /** Of some of them, if this device still knows them. */
  names: string[];
}

/** What was sent recently, newest first. A Dexie read, for a live query. */
export function readSent(db: UserDb, limit = SHOWN_SENT): Promise<SentRows[]> {
  return withReopen(db, async () => {
    const ids = await db.log.where('event').equals('sent').primaryKeys();
    const lines = await db.log.bulkGet(ids.slice(-limit).toReversed());
    const counts = new Map<number, number>();
    const sent = lines.flatMap((line) => {
      if (!line) return [];
      const day = startOfDay(line.lastAt);
      const before = counts.get(day) ?? 0;
      counts.set(day, before + line.rowIds.length);
      return readNames(db, line, Math.max(0, SHOWN_NAMES - before));
    });
    return Promise.all(sent);
  });
}

async function readNames(
  db: UserDb,
  { id, name, rowIds, lastAt }: LogLine,
  most: number,
): Promise<SentRows> {
  const others = await db.referrals.bulkGet(rowIds.slice(1, most));
  const names = [name, ...others.flatMap((other) => other?.name ?? [])].slice(0, most);
  return { id, at: lastAt, count: rowIds.length, names };
}

/** What this device knows of one row's history, oldest first. A Dexie read, for a live query. */
export function readRowLog(db: UserDb, rowId: string): Promise<LogLine[]> {
  return withReopen(db, () => db.log.filter(({ rowIds }) => rowIds.includes(rowId)).toArray());
}
