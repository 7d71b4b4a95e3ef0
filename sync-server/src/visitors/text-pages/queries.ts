import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { officeDay } from '../../db/query/today.ts';
import { notFound } from '../../http/errors.ts';

interface TextPage {
  readonly text: string;
  /** The office's day on which it was last changed: `2026-11-29`. */
  readonly changedOn: string;
  /** What the text may name in braces, by key. */
  readonly values: ReadonlyMap<string, string>;
}

/** The setting with this key as a page; throws 404 if there is none. */
export async function findTextPage(em: SqlEntityManager, key: string): Promise<TextPage> {
  const rows = await em.execute<{ key: string; value: string; changedOn: string }[]>(
    `select key, value, ${officeDay('updated_at')}::text as "changedOn" from system_settings
     where key = ? or key not like 'pages.%'`,
    [key],
  );
  const page = rows.find((row) => row.key === key);
  if (!page) throw notFound('There is no such page');
  const values = new Map(
    rows.map((row) => [
      row.key,
      row.key.endsWith('_dollars') ? Number(row.value).toLocaleString('en-US') : row.value,
    ]),
  );
  return { text: page.value, changedOn: page.changedOn, values };
}
