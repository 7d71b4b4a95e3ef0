import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import type { Logger } from 'pino';
import type { Middleware, RequestContext, WorkPlace } from '../context.ts';
import { errorBody, unavailable } from '../errors.ts';

const TELL_EVERY_MS = 10_000;

/**
 * Refuses calls at once (503), before anything of them is read, while the process works on `atOnce` others: what is accepted
 * is then still answered soon. A refusal must cost next to nothing, so the log has one line on all of ten seconds.
 */
export function shedLoad(atOnce: number, log: Logger): Middleware {
  let working = 0;
  let refused = 0;
  let toldAt = -Infinity;
  const place: WorkPlace = {
    async outside(wait) {
      working -= 1;
      try {
        return await wait();
      } finally {
        working += 1;
      }
    },
  };
  const note = () => {
    refused += 1;
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    log.warn({ refused }, 'overloaded: calls are refused');
    refused = 0;
    toldAt = performance.now();
  };
  return async (ctx, next) => {
    if (working >= atOnce) {
      note();
      refuse(ctx);
      return;
    }
    ctx.state.place = place;
    working += 1;
    try {
      await next();
    } finally {
      working -= 1;
    }
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
