import type { Logger } from 'pino';
import type { Middleware } from '../context.ts';

/**
 * Warns once if requests come through a proxy that is not configured: then all visitors have its
 * address and share the limits of one.
 */
export function warnOfProxy(log: Logger, trustProxy: number): Middleware {
  let isTold = trustProxy > 0;
  return (ctx, next) => {
    if (!isTold && (ctx.get('X-Forwarded-For') || ctx.get('Forwarded'))) {
      isTold = true;
      log.warn(
        'Requests come through a proxy, but TRUST_PROXY is 0: all visitors count as one. ' +
          'Set TRUST_PROXY to the number of proxies in front.',
      );
    }
    return next();
  };
}
