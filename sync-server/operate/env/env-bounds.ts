import { NEXT_CHECK_MAX_MS } from '@sunloop/shared-types/program/achievement-check.ts';
import * as v from 'valibot';
import { REQUEST_DEADLINES } from '../../src/db/deadlines.ts';
import type { DatabaseBounds } from '../../src/db/orm.ts';
import { DEFAULT_HASH_BOUNDS, type HashBounds } from '../../src/accounts/session/password.ts';
import { DEFAULT_BOUNDS, type RequestBounds } from '../../src/http/bounds/bounds.ts';

const msMax = 3_600_000;
const countMax = 10_000;
const MB_MAX = 1_000_000;
/**
 * The process must end within 20 s of the signal, and the database needs some of that.
 * Milliseconds.
 */
const DRAIN_MAX_MS = 15_000;

/** A variable that holds a whole number from `min` (0 unless given) to `max`. */
export function wholeNumber(max: number, byDefault: string, min = 0) {
  const wanted = `must be a whole number from ${min} to ${max}`;
  const digits = v.pipe(
    v.string(),
    v.digits(wanted),
    v.transform(Number),
    v.minValue(min, wanted),
    v.maxValue(max, wanted),
  );
  return v.optional(digits, byDefault);
}

const milliseconds = (byDefault: number) => wholeNumber(msMax, String(byDefault));
const count = (byDefault: number, min = 1) => wholeNumber(countMax, String(byDefault), min);

/** The variables that bound the server (docs/run/operations.md describes each). */
export const BoundVariables = {
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(REQUEST_DEADLINES.statementMs),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds(REQUEST_DEADLINES.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds(REQUEST_DEADLINES.idleTransactionMs),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(msMax, String(REQUEST_DEADLINES.connectMs), 1),
  DATABASE_QUEUE_WAIT_MS: milliseconds(REQUEST_DEADLINES.queueMs),
  DATABASE_CALLER_CHECK_MS: milliseconds(REQUEST_DEADLINES.callerCheckMs),
  DATABASE_START_TIMEOUT_MS: milliseconds(60_000),
  DATABASE_POOL_SIZE: count(10),
  DATABASE_QUEUE: count(200),
  REQUEST_TIMEOUT_MS: wholeNumber(msMax, String(DEFAULT_BOUNDS.requestMs), 1),
  CALLS_AT_ONCE: count(DEFAULT_BOUNDS.callsAtOnce),
  WRITES_PER_USER: count(DEFAULT_BOUNDS.writesPerUser),
  WRITES_WAITING_PER_USER: count(DEFAULT_BOUNDS.writesWaitingPerUser, 0),
  BODY_TIMEOUT_MS: wholeNumber(msMax, String(DEFAULT_BOUNDS.bodyMs), 1),
  BODIES_PER_USER: count(DEFAULT_BOUNDS.bodiesPerUser),
  LARGE_BODIES_AT_ONCE: count(DEFAULT_BOUNDS.largeBodies),
  COMPRESSIONS_AT_ONCE: count(DEFAULT_BOUNDS.compressionsAtOnce, 0),
  CHECK_SECONDS: wholeNumber(
    NEXT_CHECK_MAX_MS / 1000,
    String(DEFAULT_BOUNDS.checkSeconds),
    DEFAULT_BOUNDS.checkSeconds,
  ),
  DATABASE_RESTARTS: count(6),
  DISK_RESERVE_MB: wholeNumber(MB_MAX, '64'),
  DRAIN_TIMEOUT_MS: wholeNumber(DRAIN_MAX_MS, String(DRAIN_MAX_MS)),
  PASSWORD_HASHES_AT_ONCE: count(DEFAULT_HASH_BOUNDS.hashesAtOnce),
  PASSWORD_HASHES_WAITING: count(DEFAULT_HASH_BOUNDS.hashesWaiting, 0),
};

type BoundValues = v.InferOutput<v.ObjectSchema<typeof BoundVariables, undefined>>;

interface Bounds {
  readonly database: DatabaseBounds;
  readonly requests: RequestBounds;
  readonly passwords: HashBounds;
  /** How long a start waits for DATABASE_URL to answer. */
  readonly databaseStartMs: number;
  /** Consecutive failures of the embedded PostgreSQL after which the process ends. */
  readonly restartsMax: number;
  /** Space that is kept free on the embedded PostgreSQL's disk. */
  readonly diskReserveMb: number;
  /** How long running requests get to finish once the process is told to stop. */
  readonly drainMs: number;
}

/** The bounds as the parts of the server need them. */
export function boundsOf(env: BoundValues): Bounds {
  return {
    database: {
      deadlines: {
        statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
        lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
        idleTransactionMs: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
        connectMs: env.DATABASE_CONNECT_TIMEOUT_MS,
        queueMs: env.DATABASE_QUEUE_WAIT_MS,
        callerCheckMs: env.DATABASE_CALLER_CHECK_MS,
      },
      poolSize: env.DATABASE_POOL_SIZE,
      queueMax: env.DATABASE_QUEUE,
    },
    requests: {
      requestMs: env.REQUEST_TIMEOUT_MS,
      callsAtOnce: env.CALLS_AT_ONCE,
      writesPerUser: env.WRITES_PER_USER,
      writesWaitingPerUser: env.WRITES_WAITING_PER_USER,
      bodyMs: env.BODY_TIMEOUT_MS,
      paceMs: DEFAULT_BOUNDS.paceMs,
      bodiesPerUser: env.BODIES_PER_USER,
      largeBodies: env.LARGE_BODIES_AT_ONCE,
      compressionsAtOnce: env.COMPRESSIONS_AT_ONCE,
      checkSeconds: env.CHECK_SECONDS,
    },
    databaseStartMs: env.DATABASE_START_TIMEOUT_MS,
    restartsMax: env.DATABASE_RESTARTS,
    diskReserveMb: env.DISK_RESERVE_MB,
    drainMs: env.DRAIN_TIMEOUT_MS,
    passwords: {
      hashesAtOnce: env.PASSWORD_HASHES_AT_ONCE,
      hashesWaiting: env.PASSWORD_HASHES_WAITING,
    },
  };
}
