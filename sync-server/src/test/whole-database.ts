import type { Orm } from '../db/orm.ts';

/** Every row of every table as text, to search for what must not be there. */
export async function readWholeDatabase(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      em.fork().execute<{ row: string }[]>(`select '${name}: ' || t::text as row from "${name}" t`),
    ),
  );
  return rows.flat().map(({ row }) => row);
}
