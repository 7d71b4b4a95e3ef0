import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Middleware } from './context.ts';

/**
 * Gives each request an id, answered as `X-Request-Id`, and logs one line when it is done. The line
 * names the route's pattern instead of the address, and no person: no address, e-mail or query.
 */
export function requestLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const ms = Math.round(performance.now() - startedAt);
      const route: unknown = ctx['routerPath'] ?? ctx['_matchedRoute'];
      ctx.state.log.info({ method: ctx.method, route: route ?? 'file', status: ctx.status, ms });
    }
  };
}
