import { QueryScope } from '../../db/query-scope.ts';
import type { Middleware } from '../context.ts';

/** A query that is nearly done may finish, which is cheaper than a new connection; milliseconds. */
const GRACE_MS = 500;

/**
 * Ends the queries of a request whose caller has disconnected, so that no connection works or waits
 * in vain.
 */
export function endWithCaller(): Middleware {
  return async (ctx, next) => {
    const scope = new QueryScope();
    let grace: NodeJS.Timeout | undefined;
    const noteClose = () => {
      if (!ctx.res.writableFinished) grace = setTimeout(() => scope.end(), GRACE_MS);
    };
    ctx.res.once('close', noteClose);
    try {
      await scope.run(next);
    } finally {
      ctx.res.off('close', noteClose);
      clearTimeout(grace);
    }
  };
}
