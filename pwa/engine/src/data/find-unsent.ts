import type { PromiseExtended } from 'dexie';
import {
  type EntryOf,
  isOf,
  type KindName,
  OUTBOX_KINDS,
  type OutboxEntry,
} from './outbox-kinds.ts';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/** Entries of some kinds, oldest first, without those too damaged to have rows, which the next drain parks. */
export function readEntries<Name extends KindName>(
  db: UserDb,
  ...names: readonly Name[]
): PromiseExtended<EntryOf<Name>[]> {
  const numbers = names.map((name) => OUTBOX_KINDS[name].v);
  const canBeRead = (entry: OutboxEntry): entry is EntryOf<Name> =>
    Array.isArray(entry.rows) && isOf(entry, ...names);
  const found = db.outbox.where('v').anyOf(numbers);
  // Not awaited here: in a transaction Dexie follows only so many promises that are not its own.
  return found.sortBy('key', (entries) => entries.filter(canBeRead));
}

/**
 * The entry a row waits in, wherever that is by now. The row is found by its id, because entries step behind, halve
 * and are taken apart. The caller's transaction holds `outbox`.
 */
export function findEntryOf(db: UserDb, rowId: string): Promise<OutboxEntry | undefined> {
  return db.outbox.filter(holdsAny(new Set([rowId]))).first();
}

/** Entries that hold rows of a request; usually the one they were sent from, which is checked first. */
export async function findEntriesOf(
  db: UserDb,
  { key, rows }: { key: number; rows: readonly { id: string }[] },
): Promise<OutboxEntry[]> {
  const own = await db.outbox.get(key);
  const ids = new Set(rows.map(({ id }) => id));
  const here = new Set(Array.isArray(own?.rows) ? own.rows.map((row) => row?.id) : []);
  if (own && [...ids].every((id) => here.has(id))) return [own];
  return db.outbox.filter(holdsAny(ids)).toArray();
}

/** Key of the entry saved last; 0 if none waits. Later ones have greater keys, whatever a clock says. */
export async function lastKey(db: UserDb): Promise<number> {
  const keys = await withReopen(db, () => db.outbox.toCollection().primaryKeys());
  return keys.at(-1) ?? 0;
}

/** Where what `countUnsent` counts is kept. */
export const UNSENT_IN = ['outbox', 'rejected', 'conflicts'] as const;

/** Rows that wait, were refused or need an answer, counted without reading them. */
export function countUnsent(db: UserDb): Promise<number> {
  return withReopen(db, async () => {
    const [waiting, rejected, conflicts] = await Promise.all([
      countWaiting(db),
      db.rejected.count(),
      db.conflicts.count(),
    ]);
    return waiting + rejected + conflicts;
  });
}

/** Rows that wait, from an index. */
export async function countWaiting(db: UserDb): Promise<number> {
  const sizes = await db.outbox.orderBy('rows.length').keys();
  return sizes.reduce<number>((sum, size) => sum + Number(size), 0);
}

/** When entries that have a pause may go, by key; mostly none. The caller's transaction holds `outbox`. */
export async function readLaterTimes(db: UserDb): Promise<Map<number, number>> {
  const keys = await db.outbox.orderBy('nextAt').primaryKeys();
  const times = keys.length === 0 ? [] : await db.outbox.orderBy('nextAt').keys();
  return new Map(keys.map((key, at) => [key, Number(times[at])]));
}

const holdsAny =
  (ids: ReadonlySet<string>) =>
  ({ rows }: OutboxEntry) =>
    Array.isArray(rows) && rows.some((row) => ids.has(row?.id));
