import type { Env } from '../env.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { openOrm, type Orm } from './orm.ts';
import { requireUnicode } from './require-unicode.ts';

export interface OpenDatabase {
  readonly orm: Orm;
  /** Closes the connections, and stops the embedded PostgreSQL where that is what was opened. */
  readonly close: () => Promise<void>;
}

/**
 * The database of the settings: DATABASE_URL, else the embedded one in DATA_DIR, whose lines `log` takes.
 * Throws where it does not know Unicode.
 */
export async function openDatabase(env: Env, log: (line: string) => void): Promise<OpenDatabase> {
  const database = await open(env, log);
  try {
    await requireUnicode(database.orm);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(
  { databaseUrl, databaseReadUrls, dataDir }: Env,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const orm = await openOrm({ url: databaseUrl, readUrls: databaseReadUrls });
    return { orm, close: () => orm.close(true) };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const orm = await openOrm({ url: embedded.url });
  const close = async () => {
    await orm.close(true);
    await embedded.stop();
  };
  return { orm, close };
}
