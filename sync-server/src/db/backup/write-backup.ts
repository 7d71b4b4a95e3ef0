import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { IsolationLevel, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../orm.ts';
import { writeLine, type Head } from './format.ts';
import { findTables, type Table } from './tables.ts';

/** Rows in memory at once. Users are fewer at once, because a row with its avatar may be 7 MB. */
const BATCH_ROWS = 1000;
const BATCH_USERS = 20;

/**
 * Writes everything in the database, as of one moment, to a file only its owner may read, while others go on
 * writing. The file appears only when it is complete. Returns the number of rows.
 */
export async function writeBackup(orm: Orm, file: string): Promise<number> {
  const draft = `${file}.part`;
  const counter = { rows: 0 };
  const moment = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };
  try {
    await orm.em.fork().transactional(async (em) => {
      const target = createWriteStream(draft, { mode: 0o600, flush: true });
      await pipeline(Readable.from(linesOf(em, counter)), createGzip(), target);
    }, moment);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return counter.rows;
}

async function* linesOf(em: SqlEntityManager, counter: { rows: number }): AsyncGenerator<string> {
  const done = await em.execute<{ name: string }[]>(
    'select name from mikro_orm_migrations order by id',
  );
  const migrations = done.map(({ name }) => name);
  yield writeLine({ sunloop: 1, takenAt: new Date().toISOString(), migrations } satisfies Head);
  for (const table of await findTables(em)) {
    yield writeLine(['table', table.name, table.columns]);
    for await (const rows of rowsOf(em, table)) {
      counter.rows += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  yield writeLine(['end', counter.rows]);
}

async function* rowsOf(em: SqlEntityManager, { name }: Table) {
  const batch = name === 'users' ? BATCH_USERS : BATCH_ROWS;
  await em.execute(
    `declare backup no scroll cursor for select to_jsonb(t)::text as line from ${name} t`,
  );
  for (;;) {
    const rows = await em.execute<{ line: string }[]>(`fetch ${batch} from backup`);
    if (rows.length === 0) break;
    yield rows;
  }
  await em.execute('close backup');
}
