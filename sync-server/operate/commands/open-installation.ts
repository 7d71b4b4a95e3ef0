import path from 'node:path';
import { hasDatabase } from '../embedded/cluster.ts';
import { findRunning } from '../embedded/find-running.ts';
import type { Env } from '../env/env.ts';
import { openDatabase, type OpenDatabase } from '../start/open-database.ts';
import { requireAlone } from './require-alone.ts';

export interface Opening {
  /** Nobody else may be connected. */
  readonly isAlone?: boolean;
  /** Makes a database of its own where there is none. */
  readonly mayMake?: boolean;
}

/**
 * The database of an installation for a command, whether or not a server runs on it. Throws if there is none, and like
 * `openDatabase`.
 */
export async function openInstallation(
  env: Env,
  { isAlone = false, mayMake = false }: Opening = {},
): Promise<OpenDatabase> {
  const folder = path.resolve(env.dataDir);
  const running = env.databaseUrl === undefined ? await findRunning(folder) : undefined;
  if (running !== undefined && isAlone)
    throw new Error(`The server runs on the database in ${folder}: stop it first`);
  const url = env.databaseUrl ?? running;
  if (url !== undefined) return openUrl(env, url, isAlone);
  const isThere = await hasDatabase(folder);
  if (isThere && mayMake)
    throw new Error(`There is a database in ${folder} already: leave out --new`);
  if (!isThere && !mayMake) throw new Error(noDatabaseIn(folder));
  return openDatabase(env);
}

/** For an operator whose command found no installation. */
const noDatabaseIn = (folder: string) =>
  `There is no database in ${folder}. Settings are read from the environment if it has DATABASE_URL or DATA_DIR, else from ` +
  '/etc/sunloop.env, else it is .data in this folder (docs/run/commands.md)';

/** Whoever types a command wants to know now. */
async function openUrl(env: Env, url: string, isAlone: boolean): Promise<OpenDatabase> {
  const named = new URL(url);
  if (isAlone) named.searchParams.set('application_name', `sunloop command ${process.pid}`);
  const database = await openDatabase({ ...env, databaseUrl: named.href, databaseStartMs: 0 });
  if (!isAlone) return database;
  try {
    await requireAlone(database.upkeep.em.fork());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
