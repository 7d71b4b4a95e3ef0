import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { IsolationLevel, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../src/db/orm.ts';
import { encryptFor } from './encryption.ts';
import { type Head, LineSum, writeLine } from './format.ts';
import type { BackupFile } from './read-backup.ts';
import { findTables, rowLines, type Table, tellTimesInUtc } from './tables.ts';

/** Rows in memory at once. Users are fewer at once, because a row with its avatar may be 7 MB. */
const BATCH_ROWS = 1000;
const BATCH_USERS = 20;

/** What a file that is not complete yet is called. */
export const draftOf = (file: string) => `${file}.part`;

/**
 * Writes everything in the database, as of one moment, to a file only its owner may read, encrypted if there is a key,
 * while others go on writing. The file appears only when it is complete and on the disk. Returns the number of rows and
 * of bytes, and the schema: the last migration, which a build must have to read it.
 */
export async function writeBackup(
  orm: Orm,
  { file, key }: BackupFile,
  signal?: AbortSignal,
): Promise<{ rows: number; bytes: number; schema: string }> {
  const draft = draftOf(file);
  const counter = { rows: 0, schema: '' };
  const moment = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };
  try {
    await orm.em.fork().transactional(async (em) => {
      const target = createWriteStream(draft, { mode: 0o600, flush: true });
      await send(Readable.from(linesOf(em, counter)), target, { key, signal });
    }, moment);
    const { size: bytes } = await stat(draft);
    await rename(draft, file);
    await keepName(file);
    return { ...counter, bytes };
  } finally {
    await rm(draft, { force: true });
  }
}

interface Sending {
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
}

function send(lines: Readable, target: Writable, { key, signal }: Sending): Promise<void> {
  const options = signal ? { signal } : {};
  return key === undefined
    ? pipeline(lines, createGzip(), target, options)
    : pipeline(lines, createGzip(), encryptFor(key), target, options);
}

/** Puts a file's new name on the disk, too; Windows does not open folders. */
async function keepName(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* linesOf(
  em: SqlEntityManager,
  counter: { rows: number; schema: string },
): AsyncGenerator<string> {
  await tellTimesInUtc(em);
  const done = await em.execute<{ name: string }[]>(
    'select name from mikro_orm_migrations order by id',
  );
  const migrations = done.map(({ name }) => name);
  counter.schema = migrations.at(-1) ?? '';
  yield writeLine({ sunloop: 1, takenAt: new Date().toISOString(), migrations } satisfies Head);
  for (const table of await findTables(em)) {
    yield writeLine(['table', table.name, table.columns]);
    const sum = new LineSum();
    for await (const rows of rowsOf(em, table)) {
      for (const { line } of rows) sum.add(line);
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
    counter.rows += sum.is.rows;
    yield writeLine(['sum', table.name, sum.is.rows, sum.is.sum]);
  }
  yield writeLine(['end', counter.rows]);
}

async function* rowsOf(em: SqlEntityManager, table: Table) {
  const batch = table.name === 'users' ? BATCH_USERS : BATCH_ROWS;
  await em.execute(`declare backup no scroll cursor for ${rowLines(table)}`);
  for (;;) {
    const rows = await em.execute<{ line: string }[]>(`fetch ${batch} from backup`);
    if (rows.length === 0) break;
    yield rows;
  }
  await em.execute('close backup');
}
