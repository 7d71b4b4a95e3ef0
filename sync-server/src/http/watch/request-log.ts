import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { networkOf } from '../client-address.ts';
import { clientOf, type Middleware, type RequestContext } from '../context.ts';

const IS_REFUSAL = new Set([401, 403, 429]);

/**
 * Gives each request an id, returned as `X-Request-Id`, and logs one line when it is done. The line
 * names the route's pattern instead of the path, and no person. Only for refusals and admin calls
 * does it give the user's id and network, so that an attack can be traced.
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
      const route = String(ctx['routerPath'] ?? ctx['_matchedRoute'] ?? 'file');
      const line = { method: ctx.method, route, status: ctx.status, ms };
      ctx.state.log.info({ ...line, ...(isWatched(ctx) && callerOf(ctx)) });
    }
  };
}

/** Whether a call is an admin's, or meant to be. */
export function isAdminCall(ctx: RequestContext): boolean {
  return /^\/api\/admin(\/|$)/i.test(ctx.path);
}

function isWatched(ctx: RequestContext): boolean {
  return IS_REFUSAL.has(ctx.status) || isAdminCall(ctx);
}

/** `user` only if somebody is signed in. */
function callerOf(ctx: RequestContext) {
  const user = ctx.state.signedIn?.userId;
  return { ...(user !== undefined && { user }), address: networkOf(clientOf(ctx).ipAddress) };
}
