import { findRunning } from './db/embedded/find-running.ts';
import { upkeepOf } from './db/orm.ts';
import { nameStatements } from './db/query/statement.ts';
import type { Env } from './env.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { openOrm } from './open-orm.ts';

/** The configured database for a command, whether or not a server runs on it. Throws like `openDatabase`. */
export async function openBesideServer(env: Env): Promise<Pick<OpenDatabase, 'upkeep' | 'close'>> {
  const url = env.databaseUrl ?? (await findRunning(env.dataDir));
  if (url === undefined) return openDatabase(env);
  nameStatements(env.isDatabasePrepared);
  const upkeep = await openOrm({ url, bounds: upkeepOf(env.database) });
  return { upkeep, close: () => upkeep.close(true) };
}
