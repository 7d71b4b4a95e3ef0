import type { RangeSet } from 'dexie';
import { readInPages } from '../../data/read-in-pages.ts';
import type { OutboxEntry } from '../../data/outbox-kinds.ts';
import type { ArrivedRows, UserDb } from '../../data/user-db.ts';
import type { Changes } from '../../data/watch-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { REFERRALS_PATH } from '../read/referral-versions.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { countAdded } from './added.ts';
import { followDaily } from '../../data/follow-daily.ts';
import { followRead } from '../../data/follow-read.ts';
import type { Follow } from '../../lib/follow.ts';
import { OWN_LIST_IN } from './list-tables.ts';
import { keysOf, KeptRows } from './kept-rows.ts';
import {
  joinRows,
  type ListRow,
  newestFirst,
  toRefused,
  toStored,
  toWaiting,
} from './list-rows.ts';

/** Rows per read. */
const ROWS_A_READ = 500;
/** Beyond this part of the list, reading it whole is cheaper than asking for each record. */
const SINGLE_READS_MAX = 1 / 3;

export type OwnListState = {
  rows: readonly ListRow[];
  /** How many of them were added today. */
  today: number;
  /** Tells an empty list apart from one that never arrived. */
  wasFetched: boolean;
  /** When the server's list was last fetched; epoch milliseconds, 0 before the first time. */
  fetchedAt: number;
};

/** The person's own list, live. There may be tens of thousands of rows, so changes are paced. */
export function followOwnList(db: UserDb): Follow<OwnListState> {
  return followDaily((onValue, onError) => {
    let list = new OwnList(db);
    const follow = followRead(db, OWN_LIST_IN, async (changes) => {
      try {
        return await list.read(changes);
      } catch (error) {
        // Changes it missed are not reported again.
        list = new OwnList(db);
        throw error;
      }
    });
    return follow(onValue, onError);
  });
}

/** The person's own list as a page shows it: read whole once, then only what was written. */
export class OwnList {
  readonly #db: UserDb;
  readonly #waiting: KeptRows<OutboxEntry>;
  /** Each record newest first. */
  readonly #arrived: KeptRows<ArrivedRows>;
  /** Newest first. */
  #stored: readonly ListRow[] = [];
  #rows: readonly ListRow[] | undefined;

  constructor(db: UserDb) {
    this.#db = db;
    this.#waiting = new KeptRows(db, { table: 'outbox', rowsOf: toWaiting });
    this.#arrived = new KeptRows(db, {
      table: 'arrived',
      rowsOf: ({ rows }: ArrivedRows) => rows.map(toStored).toSorted(newestFirst),
    });
  }

  /**
   * A row may move meanwhile, from the queue to the arrivals and from there to its place. Reading in that order meets
   * it twice at most and never misses it; what was written is asked for at each step, when the one before was read.
   */
  async read(changes: Changes): Promise<OwnListState> {
    const db = this.#db;
    if (this.#rows) {
      await this.#waiting.readChanged(changes.get('outbox'));
      await this.#arrived.readChanged(changes.get('arrived'));
      await this.#readChanged(changes.get('referrals'));
    } else {
      await this.#waiting.readAll();
      await this.#arrived.readAll();
      await this.#readStored();
    }
    const [rejected, resource] = await withReopen(db, () =>
      Promise.all([db.rejected.toArray(), db.resources.get(REFERRALS_PATH)]),
    );
    // A component that shows the list does nothing if it is the same object.
    const isOther = [...changes.keys()].some((table) => table !== 'resources');
    if (isOther || !this.#rows) this.#rows = this.#join(toRefused(rejected));
    const { fetchedAt = 0 } = resource ?? {};
    const today = countAdded(this.#rows, startOfDay(Date.now()));
    return { rows: this.#rows, today, wasFetched: fetchedAt > 0, fetchedAt };
  }

  #join(refused: ListRow[]): readonly ListRow[] {
    const waiting = this.#waiting.rows.flat();
    return joinRows({ refused, waiting, onServer: this.#onServer() });
  }

  /** Sorting costs little where most rows are in order already. */
  #onServer(): readonly ListRow[] {
    const records = this.#arrived.rows.filter(({ length }) => length > 0);
    if (records.length === 0) return this.#stored;
    const newest = records.toSorted(([a], [b]) => (a && b ? newestFirst(a, b) : 0)).flat();
    const arrived = new Map(newest.map((row) => [row.id, row]));
    for (const { id } of this.#stored) arrived.delete(id);
    return [...arrived.values(), ...this.#stored].toSorted(newestFirst);
  }

  async #readStored(): Promise<void> {
    const rows = await readInPages(this.#db, this.#db.table('referrals'), ROWS_A_READ);
    this.#stored = rows.map(toStored).toSorted(newestFirst);
  }

  /** Reading 20,000 records takes the device 300 ms, and a refresh mostly brings a few. */
  async #readChanged(changed: RangeSet | undefined): Promise<void> {
    if (!changed) return;
    const ids = keysOf<string>(changed);
    const isMost = !ids || ids.size > Math.max(ROWS_A_READ, this.#stored.length * SINGLE_READS_MAX);
    if (isMost) return this.#readStored();
    const made = await this.#readRows([...ids]);
    const kept = this.#stored.filter(({ id }) => !ids.has(id));
    this.#stored = [...made.toSorted(newestFirst), ...kept].toSorted(newestFirst);
  }

  async #readRows(ids: string[]): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    while (ids.length > 0) {
      const page = ids.splice(0, ROWS_A_READ);
      const found = await withReopen(this.#db, () => this.#db.referrals.bulkGet(page));
      rows.push(...found.flatMap((row) => (row ? toStored(row) : [])));
    }
    return rows;
  }
}
