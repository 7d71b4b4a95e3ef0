import { ConnectionException } from '@mikro-orm/postgresql';
import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types';
import type { Middleware, RequestContext } from './context.ts';
import { errorBody, RequestError, unavailable } from './errors.ts';

// Class 08 connection, 53 resources, 57P admin shutdown; 25P03, 55P03 and 57014 mean that a
// deadline passed: https://www.postgresql.org/docs/current/errcodes-appendix.html
const AWAY_SQL_STATE = /^(08|53|57P|25P03|55P03|57014)/;
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
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/**
 * Marks answers under /api as ours and uncacheable, and turns whatever is thrown into an error
 * answer.
 */
export function apiAnswers(): Middleware {
  return async (ctx, next) => {
    ctx.set(OURS_HEADER, OURS_HEADER_VALUE);
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      answerWithError(ctx, error);
    }
  };
}

function answerWithError(ctx: RequestContext, error: unknown): void {
  const refusal = toRequestError(error);
  logFailure(ctx, refusal, error);
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.remove('ETag');
  ctx.body = errorBody(refusal);
}

// Without a database many requests fail at once, and their stacks would flood the log.
function logFailure(ctx: RequestContext, { status, code }: RequestError, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  if (ctx.res.destroyed) ctx.state.log.info({ reason }, 'the caller went away');
  else if (code === 'unavailable') ctx.state.log.warn({ reason }, 'answered 503');
  else if (status >= 500) ctx.state.log.error({ err: error }, 'request failed');
}

function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (isDatabaseAway(error)) return unavailable();
  return new RequestError('internal', 'Something went wrong on our side. Please try again.');
}

/** Whether the database could not be reached or is shutting down, as opposed to refusing a statement. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionException) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY_SQL_STATE.test(code) ||
    ('syscall' in error && AWAY_SYSTEM_CODES.has(code)) ||
    AWAY_MESSAGES.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}
