import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import type { UserDb } from './user-db.ts';

/** After a read, the device gets this many times its duration for everything else. */
const REST_FACTOR = 4;
/** The longest rest, because a read that only waited for a long write has cost nothing. Milliseconds. */
const REST_MAX_MS = 1000;
/** The shortest rest; nobody can follow a list that changes more often. Milliseconds. */
const REST_MIN_MS = 300;
/** How long a read waits after the first change, whose author often has more to do, such as to send it. Milliseconds. */
const FIRST_WAIT_MS = 30;

type TableName =
  | 'referrals'
  | 'arrived'
  | 'outbox'
  | 'rejected'
  | 'resources'
  | 'sync'
  | 'uploads'
  | 'log'
  | 'conflicts';

/** A table, or one record of it. */
export type WatchTarget = TableName | { readonly table: TableName; readonly key: string };

/**
 * Keys of records that were written or removed, by table; empty for a first read. While a read runs it grows by what is
 * written meanwhile, so that what moves from one table to another is not missed in both.
 */
export type Changes = ReadonlyMap<TableName, RangeSet>;

/**
 * Runs `read` at once and after changes to what is watched in any tab or worker: a live query for reads so large that
 * running one after each of a hundred writes would take all of the page's time. One read at a time, then a rest in
 * proportion to it; the last change is always read, the first after `firstWaitMs`. Calling the returned function ends it.
 */
export function watchTables(
  db: UserDb,
  watched: readonly WatchTarget[],
  read: (changes: Changes) => Promise<void>,
  firstWaitMs = FIRST_WAIT_MS,
): () => void {
  const parts = new Map(
    watched.map((one) => {
      const { table, key } = typeof one === 'string' ? { table: one, key: undefined } : one;
      return [`idb://${db.name}/${table}/`, { table, key }];
    }),
  );
  let changes = new Map<TableName, RangeSet>();
  let seen = changes;
  let isEnded = false;
  let isBusy = true;
  const run = async () => {
    const startedAt = performance.now();
    seen = changes;
    changes = new Map();
    await read(seen);
    seen = changes;
    const tookMs = performance.now() - startedAt;
    runAfter(Math.max(REST_MIN_MS, Math.min(tookMs * REST_FACTOR, REST_MAX_MS)));
  };
  const runAfter = (waitMs: number) => {
    isBusy = true;
    setTimeout(() => {
      isBusy = changes.size > 0 && !isEnded;
      if (isBusy) void run();
    }, waitMs);
  };
  const handleChange = (written: ObservabilitySet) => {
    for (const [part, { table, key }] of parts) {
      // A page that the browser had put away is told of everything at once, under another name (`all`).
      const keys = written['all'] ?? written[part];
      if (!keys || (key !== undefined && !new RangeSet().add(keys).hasKey(key))) continue;
      for (const noted of new Set([changes, seen]))
        noted.set(table, (noted.get(table) ?? new RangeSet()).add(keys));
    }
    if (changes.size > 0 && !isBusy) runAfter(firstWaitMs);
  };
  Dexie.on('storagemutated', handleChange);
  void run();
  return () => {
    isEnded = true;
    Dexie.on.storagemutated.unsubscribe(handleChange);
  };
}
