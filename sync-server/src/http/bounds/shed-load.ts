import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types';
import type { Logger } from 'pino';
import type { Middleware, RequestContext } from '../context.ts';
import { errorBody, unavailable } from '../errors.ts';
import { loopLateness } from './lateness.ts';

/** What tells that a call would be answered too late; milliseconds. */
interface Load {
  /** How late the event loop is. */
  readonly lateMs: () => number;
  /** How long the first in the queue for a database connection has waited. */
  readonly waitedMs: () => Promise<number>;
}

const TELL_EVERY_MS = 10_000;

/**
 * Refuses calls at once (503), before anything of them is read, while the event loop is later than `afterMs` or somebody
 * has waited that long for the database: what is accepted is then still answered soon. Accepts all if `afterMs` is 0. A
 * refusal must cost next to nothing, so the log has one line on all of ten seconds.
 */
export function shedLoad(afterMs: number, load: Load, log: Logger): Middleware {
  if (afterMs === 0) return (_, next) => next();
  let refused = 0;
  let toldAt = -Infinity;
  const note = (late: 'the process' | 'the database') => {
    refused += 1;
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    log.warn({ refused, late }, 'overloaded: calls are refused');
    refused = 0;
    toldAt = performance.now();
  };
  return async (ctx, next) => {
    const isLate = load.lateMs() > afterMs;
    if (!isLate && (await load.waitedMs()) <= afterMs) return next();
    note(isLate ? 'the process' : 'the database');
    refuse(ctx);
  };
}

const REFUSAL = unavailable();
const BODY = JSON.stringify(errorBody(REFUSAL));

function refuse(ctx: RequestContext): void {
  ctx.status = REFUSAL.status;
  ctx.set({ ...REFUSAL.headers, [OURS_HEADER]: OURS_HEADER_VALUE, 'Cache-Control': 'no-store' });
  ctx.type = 'json';
  ctx.body = BODY;
}

/** The lateness of this process's own loop. */
export function lateMs(): number {
  return loopLateness().at(performance.now());
}
