import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { migrationNames } from '../../src/db/migrations/list.ts';
import { peakConnections } from '../../src/db/orm.ts';
import type { Env } from '../env/env.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

const VERSION_MIN = 150_000;
const CLOCK_MAX_MS = 2000;
const HINT_SHARE = 0.8;

interface Server {
  readonly version: number;
  readonly words: string;
  readonly isReadOnly: boolean;
  readonly max: number;
  readonly nowMs: number;
}

/** Version, clock and connections of the database server. */
export async function checkServer(em: SqlEntityManager, env: Env): Promise<Finding[]> {
  const startedAt = Date.now();
  const [server] = await em.execute<Server[]>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as words,
       current_setting('transaction_read_only') = 'on' as "isReadOnly",
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  );
  if (!server) throw new Error('the database did not describe itself');
  const { version, words, isReadOnly, nowMs } = server;
  const found = [
    version < VERSION_MIN
      ? bad('database', `PostgreSQL ${words} is too old: 15 or newer is needed`)
      : ok('database', `PostgreSQL ${words}`),
  ];
  if (isReadOnly)
    found.push(
      bad('database', 'it takes no writes: DATABASE_URL leads to a standby, not to the primary'),
    );
  // Somewhere between the question and its answer.
  const offMs = Math.max(startedAt - nowMs, nowMs - Date.now());
  found.push(
    offMs > CLOCK_MAX_MS
      ? bad(
          'clock',
          `the database's is ${Math.round(offMs)} ms off from this machine's: set both by NTP`,
        )
      : ok('clock', "the database's agrees with this machine's"),
    checkConnections(server, env),
    ...(await checkSafety(em)),
  );
  return found;
}

/** Settings without which a power failure takes what was acknowledged, or the whole database, along. */
const SAFE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

async function checkSafety(em: SqlEntityManager): Promise<Finding[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select name from pg_settings where name in (${SAFE.map(() => '?').join(', ')}) and setting = 'off'`,
    [...SAFE],
  );
  return rows.map(({ name }) =>
    bad(
      'database',
      `${name} is off: what was acknowledged is gone after a power failure. Turn it on`,
    ),
  );
}

function checkConnections({ max }: Server, env: Env): Finding {
  const { workers, database, backup } = env;
  const each = peakConnections(database, { backsUp: backup.nightly !== undefined });
  const say = `${workers} processes of ${each} connections here may need ${workers * each}, and the database takes ${max}`;
  const advice = 'raise max_connections, or lower DATABASE_POOL_SIZE or WEB_CONCURRENCY';
  if (workers * each > max) return bad('connections', `${say}: ${advice}`);
  if (workers * each > max * HINT_SHARE)
    return warn('connections', `${say}, other machines and tools included: ${advice}`);
  return ok('connections', say);
}

/** The schema against this build. */
export async function checkSchema(em: SqlEntityManager): Promise<Finding[]> {
  const [table] = await em.execute<{ is: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as is`,
  );
  if (!table?.is) return [warn('migrations', 'the database is empty: the first start sets it up')];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  const done = new Set(rows.map(({ name }) => name));
  const waiting = migrationNames.filter((name) => !done.has(name));
  const newer = [...done].filter((name) => !migrationNames.includes(name));
  if (newer.length > 0)
    return [
      bad(
        'migrations',
        `the database is of a newer version (${newer.at(-1)}): start that, or restore a backup of this one`,
      ),
    ];
  if (waiting.length > 0)
    return [
      warn('migrations', `${waiting.length} wait, and run at the next start: make a backup first`),
    ];
  return [ok('migrations', `all ${migrationNames.length} are done`)];
}
