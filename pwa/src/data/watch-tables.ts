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

export type TableName =
  'referrals' | 'arrived' | 'outbox' | 'rejected' | 'resources' | 'sync' | 'uploads';

/** Keys of records that were written or removed, by table; empty for a first read. */
export type Changes = ReadonlyMap<TableName, RangeSet>;

/**
 * Runs `read` at once and after changes to the tables in any tab or worker: a live query for reads so large that
 * running one after each of a hundred writes would take all of the page's time. One read at a time, then a rest in
 * proportion to it; the last change is always read. Calling the returned function ends it.
 */
export function watchTables(
  db: UserDb,
  tables: readonly TableName[],
  read: (changes: Changes) => Promise<void>,
): () => void {
  const parts = new Map(tables.map((name) => [`idb://${db.name}/${name}/`, name]));
  let changes = new Map<TableName, RangeSet>();
  let isEnded = false;
  let isBusy = true;
  const run = async () => {
    const startedAt = performance.now();
    const seen = changes;
    changes = new Map();
    await read(seen);
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
    for (const [part, keys] of Object.entries(written)) {
      const name = parts.get(part);
      if (name) changes.set(name, (changes.get(name) ?? new RangeSet()).add(keys));
    }
    if (changes.size > 0 && !isBusy) runAfter(FIRST_WAIT_MS);
  };
  Dexie.on('storagemutated', handleChange);
  void run();
  return () => {
    isEnded = true;
    Dexie.on.storagemutated.unsubscribe(handleChange);
  };
}
