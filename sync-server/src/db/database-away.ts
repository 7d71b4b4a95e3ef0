import { ConnectionException } from '@mikro-orm/postgresql';

// Class 08 connection, 53 resources, 57P admin shutdown; 25006 is a standby that is not promoted yet; 25P03, 55P03 and
// 57014 mean that a deadline passed: https://www.postgresql.org/docs/current/errcodes-appendix.html
const AWAY_SQL_STATE = /^(08|53|57P|25006|25P03|55P03|57014)/;
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);
// `pg` gives these no code of their own.
const AWAY_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Whether the database could not be reached, is shutting down or takes no writes, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionException) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY_SQL_STATE.test(code) ||
    isOfStandby(error) ||
    ('syscall' in error && AWAY_SYSTEM_CODES.has(code)) ||
    AWAY_MESSAGES.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}

/** What a standby says to a read that asks where the log is; a pooler may lead there by a connection that was good before. */
function isOfStandby(error: Error): boolean {
  return 'routine' in error && error.routine === 'pg_current_wal_lsn';
}
