import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { TABLE_PURPOSES } from '../test/table-purposes.ts';

const COLUMNS_MAX = 130;
const HEAD = `# Schema

Every table of the migrated database, by wing, as \`sync-server/src/db/schema-page.test.ts\` writes it:
\`npx vitest run --project sync-server sync-server/src/db/schema-page.test.ts -u\`.
What a table is for stands in \`sync-server/src/test/table-purposes.ts\`.
**Bold** is the primary key, \`?\` may be null, \`→\` refers to a table, *unique* is held by the database.
`;
/** Types as people write them. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/timestamp(\(\d\))? with time zone/, 'timestamptz'],
  [/character varying/, 'varchar'],
  [/double precision/, 'float8'],
];

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
  refersTo: string | null;
}

interface Unique {
  table: string;
  definition: string;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const readColumns = () =>
  database.orm.em.execute<Column[]>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable",
      exists (select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "isKey",
      (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);

const readUniques = () =>
  database.orm.em.execute<Unique[]>(`
    select c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary
    order by 1, 2`);

function sayColumn({ name, type, isNullable, isKey, refersTo }: Column): string {
  const short = SHORT.reduce((text, [long, word]) => text.replace(long, word), type);
  const told = `${isKey ? `**${name}**` : name} ${short}${isNullable ? '?' : ''}`;
  return refersTo === null ? told : `${told} → ${refersTo}`;
}

/** The columns or expressions of a unique index, and for which rows it holds. */
const sayUnique = ({ definition }: Unique) =>
  `*unique* ${definition.replace(/^.* USING \w+ /, '')}`;

/** An item of a list, broken into lines. */
function wrap(text: string): string {
  const [lines, last] = text.split(' ').reduce<[string[], string]>(
    ([done, line], word) => {
      const longer = `${line} ${word}`;
      return longer.length <= COLUMNS_MAX ? [done, longer] : [[...done, line], `  ${word}`];
    },
    [[], '-'],
  );
  return [...lines, last].join('\n');
}

test('docs/schema.md is the schema; `-u` writes it anew', async () => {
  const [columns, uniques] = [await readColumns(), await readUniques()];
  const sayTable = ([table, purpose]: [string, string]) => {
    const parts = [
      ...columns.filter((one) => one.table === table).map(sayColumn),
      ...uniques.filter((one) => one.table === table).map(sayUnique),
    ];
    return wrap(`\`${table}\`, ${purpose}: ${parts.join(' · ')}`);
  };
  const wings = Object.entries(TABLE_PURPOSES).map(
    ([wing, tables]) => `\n## ${wing}\n\n${Object.entries(tables).map(sayTable).join('\n')}\n`,
  );
  const named = Object.values(TABLE_PURPOSES).flatMap((tables) => Object.keys(tables));
  expect(named.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
  await expect(`${HEAD}${wings.join('')}`).toMatchFileSnapshot('../../../docs/schema.md');
});
