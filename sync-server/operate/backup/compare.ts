import type { Orm } from '../../src/db/orm.ts';
import { sumInDatabase, type TableSum } from './format.ts';
import { findTables, rowLines, tellTimesInUtc } from './tables.ts';

/**
 * Compares each table of a database with what a backup says of it. Returns what differs, in words; nothing if the backup
 * was restored as it was saved.
 */
export async function findDifferences(
  orm: Orm,
  sums: ReadonlyMap<string, TableSum>,
): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await tellTimesInUtc(em);
    const differences: string[] = [];
    const tables = await findTables(em);
    for (const table of tables) {
      const [found] = await em.execute<TableSum[]>(sumInDatabase(rowLines(table)));
      const difference = describe(found, sums.get(table.name));
      if (difference !== undefined) differences.push(`${table.name}: ${difference}`);
    }
    return differences;
  });
}

function describe(found: TableSum | undefined, saved: TableSum | undefined): string | undefined {
  if (!saved) return 'not in the backup';
  if (found?.rows !== saved.rows) return `${saved.rows} rows saved, ${found?.rows ?? 0} restored`;
  return found.sum === saved.sum ? undefined : 'rows are not as they were saved';
}
