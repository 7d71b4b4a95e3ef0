import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { messageOf } from '../db/describe-error.ts';
import type { Middleware, RequestContext } from './context.ts';
import { errorBody, RequestError, unavailable } from './errors.ts';

/** Of a request's id; enough to find its lines in the log of months, and few enough to be read out. */
const SHOWN_DIGITS = 8;

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

/** The refusal that whatever was thrown means for the caller; noted in the log if it is our fault. */
export function refusalOf(ctx: RequestContext, error: unknown): RequestError {
  const refusal = toRequestError(ctx, error);
  logFailure(ctx, refusal, error);
  return refusal;
}

function answerWithError(ctx: RequestContext, error: unknown): void {
  const refusal = refusalOf(ctx, error);
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.remove('ETag');
  ctx.body = errorBody(refusal);
}

// Without a database many requests fail at once, and their stacks would flood the log.
function logFailure(ctx: RequestContext, { status, code }: RequestError, error: unknown): void {
  const reason = messageOf(error);
  if (ctx.res.destroyed) ctx.state.log.info({ reason }, 'the caller went away');
  else if (code === 'unavailable') ctx.state.log.warn({ reason }, 'answered 503');
  else if (status >= 500) ctx.state.log.error({ err: error }, 'request failed');
}

function toRequestError({ state }: RequestContext, error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (isDatabaseAway(error)) return unavailable();
  const number = state.requestId.slice(0, SHOWN_DIGITS);
  return new RequestError(
    'internal',
    `Something went wrong on our side. Please try again. If it stays that way, tell us this number: ${number}`,
  );
}
