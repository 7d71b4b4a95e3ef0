import type { Env } from '../env/env.ts';
import { awaitDatabase } from '../../src/db/await-database.ts';
import type { Account } from '../embedded/account.ts';
import { DiskGuard } from '../../src/db/disk-guard.ts';
import type { KeeperWatcher } from '../embedded/start-keeper.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/start.ts';
import { upkeepOf, type Orm } from '../../src/db/orm.ts';
import { openOrm } from './open-orm.ts';
import { openProbe, type Probe } from '../../src/db/probe.ts';
import { nameStatements } from '../../src/db/query/statement.ts';
import { requireSessions } from '../../src/db/require-sessions.ts';
import { requireSettings } from '../../src/db/require-settings.ts';
import { requireUnicode } from '../../src/db/require-unicode.ts';

export interface OpenDatabase {
  readonly orm: Orm;
  /** For work nobody waits for in a browser: few connections and long deadlines. */
  readonly upkeep: Orm;
  readonly probe: Probe;
  /** Another database of the same server, for upkeep; whoever opens it closes it. */
  readonly openOther: (name: string) => Promise<Orm>;
  /** Of the embedded PostgreSQL. */
  readonly disk?: DiskGuard;
  /** The user the embedded PostgreSQL runs as, if that is not ours. */
  readonly account?: Account;
  /** Closes the connections, and stops the embedded PostgreSQL if that is what was opened. */
  readonly close: () => Promise<void>;
}

/** An embedded PostgreSQL that another process keeps running. */
export type HeldDatabase = Omit<EmbeddedPostgres, 'stop'>;

/** For a command, which ends soon and reports failures itself. */
const NOBODY: KeeperWatcher = { log: () => {}, report: () => {}, onLost: () => {} };

/**
 * The configured database: DATABASE_URL, or else the embedded one in DATA_DIR, which is kept running unless another
 * process does so. Throws if it cannot be reached, does not support Unicode, or is behind a pooler that cannot carry what
 * the server sends.
 */
export async function openDatabase(
  env: Env,
  watcher = NOBODY,
  held?: HeldDatabase,
): Promise<OpenDatabase> {
  const database = await open(env, watcher, held);
  try {
    // Our own has no pooler in front.
    if (env.databaseUrl !== undefined)
      await requireSessions(database.upkeep, {
        isPrepared: env.isDatabasePrepared,
        report: watcher.report,
      });
    await requireSettings(database.orm);
    await requireUnicode(database.orm);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(
  env: Env,
  { log, ...keep }: KeeperWatcher,
  held?: HeldDatabase,
): Promise<OpenDatabase> {
  const url = env.databaseUrl ?? held?.url;
  if (url !== undefined) {
    const database = await connect(env, url);
    try {
      await awaitDatabase(database.orm, { waitMs: env.databaseStartMs, report: keep.report });
      return { ...database, ...(held && guard(env, held, keep.report)) };
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    log,
    keep: { ...keep, restartsMax: env.restartsMax },
  });
  try {
    const { close, ...database } = await connect(env, embedded.url);
    return {
      ...database,
      ...guard(env, embedded, keep.report),
      close: () => close().then(embedded.stop),
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

function guard(env: Env, { folder, account }: HeldDatabase, report: KeeperWatcher['report']) {
  return { disk: new DiskGuard(folder, env.diskReserveMb, report), account };
}

async function connect(env: Env, url: string): Promise<OpenDatabase> {
  nameStatements(env.isDatabasePrepared);
  const orm = await openOrm({ url, bounds: env.database });
  const upkeep = await openOrm({ url, bounds: upkeepOf(env.database) });
  const probe = openProbe(url, env.database.deadlines);
  const close = async () => {
    await Promise.all([orm.close(true), upkeep.close(true), probe.close()]);
  };
  const openOther = (name: string) => {
    const other = Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` });
    return openOrm({ url: other.href, bounds: upkeepOf(env.database) });
  };
  return { orm, upkeep, probe, openOther, close };
}
