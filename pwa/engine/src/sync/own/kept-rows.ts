import type { RangeSet } from 'dexie';
import { readInPages } from '../../data/read-in-pages.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { ListRow } from './list-rows.ts';

/** Records per read: one of the queue or the arrivals holds up to 500 rows. */
const RECORDS_A_READ = 2;

/** The rows in the records of a table, which is read whole once, then only what was written. */
export class KeptRows<Row extends object> {
  readonly #db: UserDb;
  readonly #table: 'outbox' | 'arrived';
  readonly #rowsOf: (record: Row) => readonly ListRow[];
  readonly #kept = new Map<string | number, readonly ListRow[]>();

  constructor(
    db: UserDb,
    { table, rowsOf }: { table: 'outbox' | 'arrived'; rowsOf: (record: Row) => readonly ListRow[] },
  ) {
    this.#db = db;
    this.#table = table;
    this.#rowsOf = rowsOf;
  }

  /** By record. */
  get rows(): readonly (readonly ListRow[])[] {
    return [...this.#kept.values()];
  }

  async readAll(): Promise<void> {
    const table = this.#db.table<Row, string | number>(this.#table);
    const records = await readInPages(this.#db, table, RECORDS_A_READ);
    const key = table.schema.primKey.name as keyof Row;
    this.#kept.clear();
    for (const record of records)
      this.#kept.set(record[key] as string | number, this.#rowsOf(record));
  }

  /** Reads what was written since. */
  async readChanged(changed: RangeSet | undefined): Promise<void> {
    if (!changed) return;
    const keys = keysOf<string | number>(changed);
    if (!keys) return this.readAll();
    const table = this.#db.table<Row, string | number>(this.#table);
    const wanted = [...keys];
    while (wanted.length > 0) {
      const page = wanted.splice(0, RECORDS_A_READ);
      const records = await withReopen(this.#db, () => table.bulkGet(page));
      for (const [at, key] of page.entries()) {
        const record = records[at];
        if (record) this.#kept.set(key, this.#rowsOf(record));
        else this.#kept.delete(key);
      }
    }
  }
}

/** The keys that were written or removed; undefined if whole ranges were. */
export function keysOf<Key extends string | number>(changed: RangeSet): Set<Key> | undefined {
  const keys = new Set<Key>();
  for (const { from, to } of changed) {
    if (from !== to || (typeof from !== 'string' && typeof from !== 'number')) return undefined;
    keys.add(from as Key);
  }
  return keys;
}
