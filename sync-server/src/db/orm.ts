import { Migrator } from '@mikro-orm/migrations';
import { type EventSubscriber, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { boundPool } from './bounded-pool.ts';
import {
  deadlineOptions,
  frozenMsOf,
  REQUEST_DEADLINES,
  upkeepDeadlines,
  type Deadlines,
} from './deadlines.ts';
import { type MigrationParts, migrationsOf } from './migrations/list.ts';
import { requirePrimary } from './require-primary.ts';

/** For a pool whose owner sets none. */
const QUEUE_MAX = 1000;
const POOL_SIZE = 10;
/** Upkeep does one thing after the other, beside it messages are sent; the database's connections are for requests. */
const UPKEEP_POOL_SIZE = 3;
/**
 * How long an unused connection is kept. Milliseconds. With the 10 s of `pg`, a server with few users connects,
 * signs in and prepares its statements again for almost every visit, which takes a first push of 500 rows 70 ms.
 */
const KEEP_IDLE_MS = 600_000;

/** How long work in the database may take and how much of it may wait. */
export interface DatabaseBounds {
  readonly deadlines: Deadlines;
  /** Connections this process may hold at most. */
  readonly poolSize: number;
  /** Queries that may wait for one of them. */
  readonly queueMax: number;
}

/** The bounds of work nobody waits for in a browser, derived from those of requests. */
export function upkeepOf(requests: DatabaseBounds): DatabaseBounds {
  return {
    deadlines: upkeepDeadlines(requests.deadlines),
    poolSize: UPKEEP_POOL_SIZE,
    queueMax: QUEUE_MAX,
  };
}

/** Beside the pools, for the probe. */
const PROBE_CONNECTIONS = 1;

/** How many connections to the database one process may hold at most. */
export function peakConnections(
  { poolSize }: DatabaseBounds,
  { backsUp }: { backsUp: boolean },
): number {
  const tries = backsUp ? UPKEEP_POOL_SIZE : 0;
  return poolSize + UPKEEP_POOL_SIZE + tries + PROBE_CONNECTIONS;
}

const UPKEEP: DatabaseBounds = {
  deadlines: upkeepDeadlines(REQUEST_DEADLINES),
  poolSize: POOL_SIZE,
  queueMax: QUEUE_MAX,
};

export interface OpenOrmOptions extends MigrationParts {
  /** The tables as classes; `db` itself knows none. */
  entities: EntityClasses;
  /** What is kept beside them whenever they are written. */
  subscribers: EventSubscriber[];
  /** `postgres://user:password@host:port/database`, with options such as `sslmode` as `pg` reads them. */
  url: string;
  /** The bounds of upkeep if absent. */
  bounds?: DatabaseBounds;
  /** Called with warnings of the ORM, such as a lost connection; the console by default. */
  log?: (message: string) => void;
}

type EntityClasses = NonNullable<NonNullable<Parameters<typeof MikroORM.init>[0]>['entities']>;
/** The ORM as this server opens it. */
export type Orm = Awaited<ReturnType<typeof openOrmOf>>;

/**
 * Prepares the ORM; it connects at the first query. Each request works on `orm.em.fork()`, and the owner ends it with
 * `orm.close(true)`. Rows of raw SQL (`em.execute`, placeholders `?`) carry times as text, entities carry them as
 * `Date`.
 */
export async function openOrmOf({
  entities,
  cleanAvatar,
  lookOf,
  subscribers,
  url,
  bounds = UPKEEP,
  log,
}: OpenOrmOptions) {
  const pools: Pool[] = [];
  const orm = await MikroORM.init({
    entities,
    ...connection(url, bounds, (pool) => void pools.push(pool)),
    pool: { min: 0, max: bounds.poolSize, idleTimeoutMillis: KEEP_IDLE_MS },
    ensureDatabase: false,
    ...(log && { logger: log }),
    subscribers,
    extensions: [Migrator],
    initNullableProperties: true,
    migrations: {
      migrationsList: migrationsOf({ cleanAvatar, lookOf }),
      snapshot: false,
      silent: true,
    },
  });
  const close = orm.close.bind(orm);
  orm.close = async (force) => {
    await close(force);
    // Kysely ends the pools it has used itself; with others, only prepared statements may have been sent, past Kysely.
    await Promise.all(pools.filter(({ ending }) => !ending).map((pool) => pool.end()));
  };
  return orm;
}

/**
 * Connects to one URL; `pg` understands all of it (default port, sslmode, socket folders), the ORM's own
 * parser less.
 */
export function connection(
  url: string,
  { deadlines, queueMax } = UPKEEP,
  onPool: (pool: Pool) => void = () => undefined,
) {
  return {
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    driverOptions: {
      ...deadlineOptions(url, deadlines),
      // Statements that do not need each other's results are sent together (statement.ts).
      pipeline: true,
      onConnect: requirePrimary(deadlines.connectMs),
      onPoolCreated: (pool: Pool) => {
        boundPool(pool, { queueMax, queueMs: deadlines.queueMs, frozenMs: frozenMsOf(deadlines) });
        onPool(pool);
      },
    },
  };
}
