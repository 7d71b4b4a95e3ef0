import type { RangeSet } from 'dexie';
import { readInPages } from '@sunloop/engine/data/read-in-pages.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import type { Changes, WatchTarget } from '@sunloop/engine/data/watch-tables.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';
import { REFERRALS_PATH } from '@sunloop/engine/read.ts';
import {
  joinRows,
  type ListRow,
  newestFirst,
  toRefused,
  toStored,
  toWaiting,
} from './list-rows.ts';

/** Rows per read; a record of the queue or the arrivals holds up to 500. */
const ROWS_A_READ = 500;
const BATCHES_A_READ = 2;
/** Beyond this, reading the whole list again is cheaper than asking for each record. */
const SINGLE_READS_MAX = 500;

/** What the list depends on. Of the answers only its own: a read for another one would delay the list by its rest. */
export const WATCHED: readonly WatchTarget[] = [
  'referrals',
  'arrived',
  'outbox',
  'rejected',
  { table: 'resources', key: REFERRALS_PATH },
];

export type OwnListState = {
  rows: readonly ListRow[];
  wasFetched: boolean;
  /** When the server's list was last fetched; epoch milliseconds, 0 before the first time. */
  fetchedAt: number;
};

/** The person's own list as a page shows it: read whole once, then only what was written. */
export class OwnList {
  readonly #db: UserDb;
  #waiting: readonly ListRow[] = [];
  #arrived: readonly ListRow[] = [];
  /** Newest first. */
  #stored: readonly ListRow[] = [];
  #rows: readonly ListRow[] | undefined;

  constructor(db: UserDb) {
    this.#db = db;
  }

  /**
   * A row may move meanwhile, from the queue to the arrivals and from there to its place. Reading in that order meets
   * it twice at most and never misses it.
   */
  async read(changes: Changes): Promise<OwnListState> {
    const db = this.#db;
    const isFirst = !this.#rows;
    if (isFirst || changes.has('outbox')) {
      const entries = await readInPages(db, db.table('outbox'), BATCHES_A_READ);
      this.#waiting = entries.flatMap(toWaiting);
    }
    if (isFirst || changes.has('arrived')) {
      const records = await readInPages(db, db.table('arrived'), BATCHES_A_READ);
      this.#arrived = records.flatMap(({ rows }) => rows.map(toStored));
    }
    if (isFirst) await this.#readStored();
    else await this.#readChanged(changes.get('referrals'));
    const [rejected, resource] = await withReopen(db, () =>
      Promise.all([db.rejected.toArray(), db.resources.get(REFERRALS_PATH)]),
    );
    // A component that shows the list does nothing if it is the same object.
    const isOther = [...changes.keys()].some((table) => table !== 'resources');
    if (isOther || !this.#rows) this.#rows = this.#join(toRefused(rejected));
    const { fetchedAt = 0 } = resource ?? {};
    return { rows: this.#rows, wasFetched: fetchedAt > 0, fetchedAt };
  }

  #join(refused: ListRow[]): readonly ListRow[] {
    return joinRows({ refused, waiting: this.#waiting, onServer: this.#onServer() });
  }

  #onServer(): readonly ListRow[] {
    if (this.#arrived.length === 0) return this.#stored;
    const known = new Set(this.#stored.map(({ id }) => id));
    const arrived = this.#arrived.filter(({ id }) => !known.has(id));
    return [...arrived, ...this.#stored].toSorted(newestFirst);
  }

  async #readStored(): Promise<void> {
    const rows = await readInPages(this.#db, this.#db.table('referrals'), ROWS_A_READ);
    this.#stored = rows.map(toStored).toSorted(newestFirst);
  }

  /** Reading 20,000 records takes the device 300 ms, and a refresh mostly brings a few. */
  async #readChanged(changed: RangeSet | undefined): Promise<void> {
    if (!changed) return;
    const ids = idsOf(changed);
    if (!ids || ids.size > SINGLE_READS_MAX) return this.#readStored();
    const found = await withReopen(this.#db, () => this.#db.referrals.bulkGet([...ids]));
    const made = found.flatMap((row) => (row ? toStored(row) : []));
    const kept = this.#stored.filter(({ id }) => !ids.has(id));
    this.#stored = [...made, ...kept].toSorted(newestFirst);
  }
}

/** The ids that were written or removed; undefined if whole ranges were. */
function idsOf(changed: RangeSet): Set<string> | undefined {
  const ids = new Set<string>();
  for (const { from, to } of changed) {
    if (from !== to || typeof from !== 'string') return undefined;
    ids.add(from);
  }
  return ids;
}
