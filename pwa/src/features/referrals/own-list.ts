import type { Referral } from '@sunloop/shared-types';
import { TableCopy } from '../../data/table-copy.ts';
import type { ArrivedRows, OutboxEntry, RejectedRow, UserDb } from '../../data/user-db.ts';
import type { Changes, Watched } from '../../data/watch-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { REFERRALS_PATH } from '../../sync/read/referral-versions.ts';
import {
  joinRows,
  type ListRow,
  mergeNewestFirst,
  newestFirst,
  replaceRows,
  toRefused,
  toStored,
  toWaiting,
} from './list-rows.ts';

/** Rows per read; a record of the queue or the arrivals holds up to 500. */
const ROWS_A_READ = 500;
const BATCHES_A_READ = 2;

/** What the list depends on. Of the answers only its own: a read for another one would delay the list by its rest. */
export const WATCHED: readonly Watched[] = [
  'referrals',
  'arrived',
  'outbox',
  'rejected',
  { table: 'resources', key: REFERRALS_PATH },
];

export type Own = {
  rows: readonly ListRow[];
  wasFetched: boolean;
  /** When the server's list was last fetched; epoch milliseconds, 0 before the first time. */
  fetchedAt: number;
};

/** The person's own list as a page shows it: read once, then updated with what has changed. */
export class OwnList {
  readonly #db: UserDb;
  readonly #outbox: TableCopy<OutboxEntry, number>;
  readonly #arrived: TableCopy<ArrivedRows, string>;
  readonly #referrals: TableCopy<Referral, string>;
  readonly #waiting = new Map<number, ListRow[]>();
  readonly #new = new Map<string, ListRow[]>();
  #stored: readonly ListRow[] = [];
  #rows: readonly ListRow[] | undefined;

  constructor(db: UserDb) {
    this.#db = db;
    this.#outbox = new TableCopy(db, db.table('outbox'), BATCHES_A_READ);
    this.#arrived = new TableCopy(db, db.table('arrived'), BATCHES_A_READ);
    this.#referrals = new TableCopy(db, db.table('referrals'), ROWS_A_READ);
  }

  /**
   * A row may move meanwhile, from the queue to the arrivals and from there to its place. Reading in that order meets
   * it twice at most and never misses it; `joinRows` removes the duplicate.
   */
  async read(changes: Changes): Promise<Own> {
    const queued = await this.#outbox.read(changes.get('outbox'));
    for (const key of queued) this.#noteEntry(key);
    const arrived = await this.#arrived.read(changes.get('arrived'));
    for (const id of arrived) this.#noteArrived(id);
    const stored = await this.#referrals.read(changes.get('referrals'));
    this.#noteStored(stored);
    const [rejected, resource] = await withReopen(this.#db, () =>
      Promise.all([this.#db.rejected.toArray(), this.#db.resources.get(REFERRALS_PATH)]),
    );
    // A component that shows the list does nothing if it is the same object.
    const isOther = changes.has('rejected') || queued.size + arrived.size + stored.size > 0;
    if (isOther || !this.#rows) this.#rows = this.#join(rejected);
    const { fetchedAt = 0 } = resource ?? {};
    return { rows: this.#rows, wasFetched: fetchedAt > 0, fetchedAt };
  }

  #join(rejected: readonly RejectedRow[]): readonly ListRow[] {
    const known = this.#referrals.rows;
    const arrived = [...this.#new.values()].flat().filter(({ id }) => !known.has(id));
    const arrivedIds = new Set(arrived.map(({ id }) => id));
    return joinRows({
      refused: toRefused(rejected),
      waiting: [...this.#waiting.values()].flat(),
      onServer: mergeNewestFirst(arrived.toSorted(newestFirst), this.#stored),
      isOnServer: (id) => known.has(id) || arrivedIds.has(id),
    });
  }

  /**
   * When few rows of a long list change, only those are rebuilt, and the old order is reused. Rows that only change stay
   * in their places; then the list is copied once, because each long array brings the next full garbage collection closer.
   */
  #noteStored(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return;
    const made = [...changed].flatMap((id) => this.#referrals.rows.get(id) ?? []).map(toStored);
    const isGone = made.length < changed.size;
    const replaced = isGone ? undefined : replaceRows(this.#stored, made);
    this.#stored = replaced ?? this.#mergeStored(changed, made);
  }

  #mergeStored(changed: ReadonlySet<string>, made: readonly ListRow[]): readonly ListRow[] {
    const kept = this.#stored.filter(({ id }) => !changed.has(id));
    return mergeNewestFirst(made.toSorted(newestFirst), kept);
  }

  #noteEntry(key: number): void {
    const entry = this.#outbox.rows.get(key);
    if (entry) this.#waiting.set(key, toWaiting(entry));
    else this.#waiting.delete(key);
  }

  #noteArrived(id: string): void {
    const arrived = this.#arrived.rows.get(id);
    if (arrived) this.#new.set(id, arrived.rows.map(toStored).toSorted(newestFirst));
    else this.#new.delete(id);
  }
}
