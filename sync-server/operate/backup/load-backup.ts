import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { takeTurnToMigrate } from '../../src/db/migrate.ts';
import type { Orm } from '../../src/db/orm.ts';
import { type BackupFile, type Examined, examineBackup, rowsOf } from './read-backup.ts';
import { findTables } from './tables.ts';

/** Length of the rows' text in one statement; exceeded only by a single longer row. */
const BATCH_CHARACTERS = 500_000;

export interface LoadOptions extends BackupFile {
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
  options: LoadOptions,
): Promise<{ rows: number; takenAt: string }> {
  const examined = await examineBackup(options);
  await orm.em.fork().transactional(async (em) => {
    // A server that starts meanwhile waits.
    await takeTurnToMigrate(em);
    await makeEmpty(em, options);
    await fill(orm, em, { backup: options, examined });
  });
  return { rows: examined.rows, takenAt: examined.head.takenAt };
}

interface Filling {
  readonly backup: BackupFile;
  readonly examined: Pick<Examined, 'head'>;
  /** Ends it between two statements. */
  readonly signal?: AbortSignal;
}

/**
 * Fills an empty database with a backup and migrates it, in the EntityManager's transaction if it is in one. Outside of
 * one, each statement commits, so that none of them holds up the cursors of devices for long.
 */
export async function fill(orm: Orm, em: SqlEntityManager, filling: Filling): Promise<void> {
  const transaction = em.getTransactionContext();
  const inside = transaction ? { transaction } : {};
  await orm.migrator.up({ ...inside, to: filling.examined.head.migrations.at(-1) ?? '' });
  await loadRows(em, filling);
  await orm.migrator.up(inside);
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

async function loadRows(em: SqlEntityManager, { backup, signal }: Filling): Promise<void> {
  let insert = '';
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    signal?.throwIfAborted();
    if (batch.length > 0) await em.execute(insert, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  // A build that was put back saves what a newer one keeps beside its rows, too: that is filled anew.
  const ours = new Set((await findTables(em)).map(({ name }) => name));
  let isOurs = false;
  for await (const line of rowsOf(backup)) {
    if ('row' in line) {
      if (!isOurs) continue;
      batch.push(line.row);
      characters += line.row.length;
      if (characters >= BATCH_CHARACTERS) await flush();
      continue;
    }
    await flush();
    isOurs = ours.has(line.table);
    insert = insertInto(line.table, line.columns);
  }
  await flush();
}

// PostgreSQL parses the values itself, because JavaScript would round large numbers and precise times.
function insertInto(table: string, columns: readonly string[]): string {
  const quoted = [table, ...columns].map((name) => `"${name.replaceAll('"', '""')}"`);
  const [name = '', ...names] = quoted;
  const list = names.join(', ');
  return `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ?::jsonb)`;
}
