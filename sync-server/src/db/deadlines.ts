import { SESSION_OPTIONS } from './session-settings.ts';

/** Time limits for the database; milliseconds. 0 leaves a limit to the database's own settings. */
export interface Deadlines {
  /** One statement. One second later the connection itself counts as dead. */
  readonly statementMs: number;
  /** Waiting for a row or table locked by another transaction. */
  readonly lockMs: number;
  /** An idle transaction. */
  readonly idleTransactionMs: number;
  /** Opening a connection. */
  readonly connectMs: number;
  /** Waiting for one of the pool's connections when all are taken. */
  readonly queueMs: number;
  /** How often a running statement checks that its connection is still there. */
  readonly callerCheckMs: number;
}

/** For requests: within the 15 s after which the app itself gives up. */
export const REQUEST_DEADLINES: Deadlines = {
  statementMs: 10_000,
  lockMs: 4000,
  idleTransactionMs: 10_000,
  connectMs: 4000,
  queueMs: 2000,
  // PostgreSQL cannot check this on Windows and rejects the setting.
  callerCheckMs: process.platform === 'win32' ? 0 : 1000,
};

const HALF_AN_HOUR_MS = 1_800_000;

/**
 * For migrations, housekeeping, backups and sample data, for which nobody waits in a browser. A limit left to
 * the database stays so, because a pooler in between may accept none.
 */
export function upkeepDeadlines(given: Deadlines): Deadlines {
  return {
    ...given,
    statementMs: given.statementMs && HALF_AN_HOUR_MS,
    lockMs: given.lockMs && HALF_AN_HOUR_MS,
    idleTransactionMs: given.idleTransactionMs && HALF_AN_HOUR_MS,
    queueMs: 0,
  };
}

/**
 * A frozen database server enforces no limit itself; the connection is given up this much later.
 * Milliseconds.
 */
const FROZEN_AFTER_MS = 1000;

/**
 * Prepared statements are planned once, and again when statistics change. Left to itself, PostgreSQL compares the plan
 * with those of a statement's first five runs; once the tables have grown, those look cheaper for ever, and it plans
 * every call again, which doubles its work. Compiling a plan, as PostgreSQL does with LLVM where estimates are high, took
 * 502 of the 532 ms of a housekeeping statement over 100,000 rows.
 */
const PLANS = '-c plan_cache_mode=force_generic_plan -c jit=off';

/** When a connection counts as frozen; milliseconds, 0 for never. */
export function frozenMsOf({ statementMs }: Deadlines): number {
  return statementMs && statementMs + FROZEN_AFTER_MS;
}

/** What `pg` needs to apply the time limits to a connection, on which rows read as we write them and plans are made once. */
export function deadlineOptions(url: string, deadlines: Deadlines) {
  const { statementMs, lockMs, idleTransactionMs, connectMs, callerCheckMs } = deadlines;
  const given = new URL(url);
  // All or none: whoever turns the check off may have a pooler in between that accepts no options.
  if (callerCheckMs > 0) {
    const own = `-c client_connection_check_interval=${callerCheckMs} ${PLANS} ${SESSION_OPTIONS}`;
    const theirs = given.searchParams.get('options');
    given.searchParams.set('options', theirs === null ? own : `${theirs} ${own}`);
  }
  return {
    connectionString: given.href,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    ...(lockMs > 0 && { lock_timeout: lockMs }),
    ...(idleTransactionMs > 0 && { idle_in_transaction_session_timeout: idleTransactionMs }),
  };
}
