import type { IndexableType, RangeSet, Table } from 'dexie';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/** Beyond this, reading all pages again is cheaper than asking for each record. */
const SINGLE_READS_MAX = 500;

/**
 * A page's copy of a table, by key: read whole once, then only what has changed. Records come in pages, so that no
 * single read blocks the page; a change made meanwhile is in the next read.
 */
export class TableCopy<Row extends object, Key extends IndexableType & (string | number)> {
  readonly rows = new Map<Key, Row>();
  readonly #db: UserDb;
  readonly #table: Table<Row, Key>;
  readonly #pageSize: number;
  #isRead = false;

  constructor(db: UserDb, table: Table<Row, Key>, pageSize: number) {
    this.#db = db;
    this.#table = table;
    this.#pageSize = pageSize;
  }

  /** Brings the copy up to date; returns the keys whose records have changed or are gone. */
  async read(changed: RangeSet | undefined): Promise<ReadonlySet<Key>> {
    if (!this.#isRead) return this.#readAll();
    if (!changed) return new Set();
    const touched = (pointsOf(changed) as Key[] | undefined) ?? (await this.#readTouched(changed));
    if (touched.length > SINGLE_READS_MAX) return this.#readAll();
    await this.#readThese(touched);
    return new Set(touched);
  }

  /** Keys within changed ranges, and those that are gone. */
  async #readTouched(changed: RangeSet): Promise<Key[]> {
    const keys = new Set(await this.#ask(() => this.#table.toCollection().primaryKeys()));
    const touched = [...keys].filter((key) => !this.rows.has(key) || changed.hasKey(key));
    const gone = [...this.rows.keys()].filter((key) => !keys.has(key));
    for (const key of gone) this.rows.delete(key);
    return [...touched, ...gone];
  }

  async #readThese(keys: readonly Key[]): Promise<void> {
    for (let at = 0; at < keys.length; at += this.#pageSize) {
      const page = keys.slice(at, at + this.#pageSize);
      const found = await this.#ask(() => this.#table.bulkGet([...page]));
      for (const [index, key] of page.entries()) {
        const row = found[index];
        if (row) this.rows.set(key, row);
        else this.rows.delete(key);
      }
    }
  }

  async #readAll(): Promise<ReadonlySet<Key>> {
    const before = [...this.rows.keys()];
    this.rows.clear();
    for (let last: Key | undefined; ;) {
      const page = await this.#readPage(last);
      for (const [key, row] of page) this.rows.set(key, row);
      last = page.at(-1)?.[0];
      if (page.length < this.#pageSize) break;
    }
    this.#isRead = true;
    return new Set([...before, ...this.rows.keys()]);
  }

  async #readPage(last: Key | undefined): Promise<[Key, Row][]> {
    const { name } = this.#table.schema.primKey;
    const from = () =>
      last === undefined ? this.#table.orderBy(':id') : this.#table.where(':id').above(last);
    const rows = await this.#ask(() => from().limit(this.#pageSize).toArray());
    return rows.map((row) => [row[name as keyof Row] as Key, row]);
  }

  #ask<T>(work: () => PromiseLike<T>): Promise<T> {
    return withReopen(this.#db, work);
  }
}

/** The keys themselves if single ones were written, so that the others need not be read. */
function pointsOf(changed: RangeSet): IndexableType[] | undefined {
  const keys: IndexableType[] = [];
  for (const { from, to } of changed) {
    if (from !== to) return undefined;
    keys.push(from);
  }
  return keys;
}
