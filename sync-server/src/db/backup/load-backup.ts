import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import * as v from 'valibot';
import { migrationNames } from '../migrations/list.ts';
import type { Orm } from '../orm.ts';
import { EndLine, Head, isRowLine, TableLine } from './format.ts';

/** Length of the rows' text in one statement; exceeded only by a single longer row. */
const BATCH_CHARACTERS = 4_000_000;

export interface LoadOptions {
  /** Whether existing data may be replaced. */
  readonly mayReplace: boolean;
}

/**
 * Replaces the database's contents with a backup and migrates them to this build's schema: completely or, if
 * anything is wrong, not at all. Nobody may be using the database. Returns the number of rows, and when
 * they were saved.
 */
export async function loadBackup(
  orm: Orm,
  file: string,
  options: LoadOptions,
): Promise<{ rows: number; takenAt: string }> {
  const { head, rows } = await examine(file);
  await orm.em.fork().transactional(async (em) => {
    await makeEmpty(em, options);
    const transaction = em.getTransactionContext();
    const inside = transaction ? { transaction } : {};
    await orm.migrator.up({ ...inside, to: head.migrations.at(-1) ?? '' });
    await loadRows(em, file);
    await orm.migrator.up(inside);
  });
  return { rows, takenAt: head.takenAt };
}

/** Reads all of it once beforehand, so that nothing is replaced by an incomplete backup. */
async function examine(file: string): Promise<{ head: Head; rows: number }> {
  let head: Head | undefined;
  let rows = 0;
  let last = '';
  for await (const line of linesOf(file)) {
    if (head && isRowLine(line)) rows += 1;
    head ??= parse(Head, line, file);
    last = line;
  }
  const [, counted] = parse(EndLine, last, file);
  if (!head || counted !== rows) throw broken(file);
  const known = new Set(migrationNames);
  const unknown = head.migrations.find((name) => !known.has(name));
  if (unknown === undefined) return { head, rows };
  throw new Error(`${file} is of a newer build, with ${unknown}: load it with that one`);
}

async function makeEmpty(em: SqlEntityManager, { mayReplace }: LoadOptions): Promise<void> {
  const [found] = await em.execute<{ name: string | null }[]>(
    "select to_regclass('users') as name",
  );
  if (!found?.name) return;
  const [users] = await em.execute<{ count: number }[]>('select count(*)::int as count from users');
  if (!mayReplace && users && users.count > 0) {
    throw new Error(`The database holds ${users.count} users: add --replace to discard them`);
  }
  for (const statement of EMPTY) await em.execute(statement);
}

// The migrator looks for its own table outside this transaction, so that table stays.
const EMPTY = [
  'create schema kept',
  'alter table mikro_orm_migrations set schema kept',
  'drop schema public cascade',
  'create schema public',
  'alter table kept.mikro_orm_migrations set schema public',
  'drop schema kept',
  'delete from mikro_orm_migrations',
];

async function loadRows(em: SqlEntityManager, file: string): Promise<void> {
  let insert = '';
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await em.execute(insert, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  for await (const line of linesOf(file)) {
    if (isRowLine(line) && insert !== '') {
      batch.push(line);
      characters += line.length;
      if (characters >= BATCH_CHARACTERS) await flush();
      continue;
    }
    await flush();
    const table = v.safeParse(TableLine, JSON.parse(line));
    if (table.success) insert = insertInto(table.output);
  }
}

// PostgreSQL parses the values itself, because JavaScript would round large numbers and precise times.
function insertInto([, table, columns]: v.InferOutput<typeof TableLine>): string {
  const quoted = [table, ...columns].map((name) => `"${name.replaceAll('"', '""')}"`);
  const [name = '', ...names] = quoted;
  const list = names.join(', ');
  return `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ?::jsonb)`;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file);
  const text = createGunzip();
  input.on('error', (error) => text.destroy(error));
  try {
    yield* createInterface({ input: input.pipe(text), crlfDelay: Infinity });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw cause;
    throw broken(file, cause);
  } finally {
    input.destroy();
  }
}

function parse<S extends v.GenericSchema>(schema: S, line: string, file: string) {
  try {
    return v.parse(schema, JSON.parse(line));
  } catch (cause) {
    throw broken(file, cause);
  }
}

function broken(file: string, cause?: unknown): Error {
  return new Error(`${file} is not a complete backup`, { cause });
}
