import { findRunning } from './embedded/find-running.ts';
import { upkeepOf } from '../src/db/orm.ts';
import { nameStatements } from '../src/db/query/statement.ts';
import type { Env } from './env/env.ts';
import { openDatabase, type OpenDatabase } from './start/open-database.ts';
import { openOrm } from './start/open-orm.ts';

/** The configured database for a command, whether or not a server runs on it. Throws like `openDatabase`. */
export async function openBesideServer(env: Env): Promise<Pick<OpenDatabase, 'upkeep' | 'close'>> {
  const url = env.databaseUrl ?? (await findRunning(env.dataDir));
  if (url === undefined) return openDatabase(env);
  nameStatements(env.isDatabasePrepared);
  const upkeep = await openOrm({ url, bounds: upkeepOf(env.database) });
  return { upkeep, close: () => upkeep.close(true) };
}
