import type { IndexableType, Table } from 'dexie';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/**
 * All records of a table by their keys, read `pageSize` at a time, so that no single read blocks the page. Of what is
 * written meanwhile, some may be missing; the change calls for another read.
 */
export async function readInPages<Row extends object, Key extends IndexableType>(
  db: UserDb,
  table: Table<Row, Key>,
  pageSize: number,
): Promise<Row[]> {
  const key = table.schema.primKey.name as keyof Row;
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1)?.[key] as Key | undefined;
    const from = () => (last === undefined ? table.orderBy(':id') : table.where(':id').above(last));
    const page = await withReopen(db, () => from().limit(pageSize).toArray());
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}
