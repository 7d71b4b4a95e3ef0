import { QueryScope } from '../../db/query-scope.ts';
import type { Middleware } from '../context.ts';
import { unavailable } from '../errors.ts';
import { Deadline } from './deadline.ts';

/** A query that is nearly done may finish, which is cheaper than a new connection; milliseconds. */
const GRACE_MS = 500;

/**
 * Gives a request one deadline for all it waits for, the arrival of its body excepted: after `requestMs` it is answered
 * with 503. From then on, and once its caller has disconnected, its queries are ended and it begins no new ones, so that
 * no connection works or waits in vain.
 */
export function boundTime(requestMs: number): Middleware {
  return async (ctx, next) => {
    const scope = new QueryScope();
    const deadline = new Deadline(requestMs, unavailable);
    let grace: NodeJS.Timeout | undefined;
    const noteClose = () => {
      if (!ctx.res.writableFinished) grace = setTimeout(() => scope.end(), GRACE_MS);
    };
    ctx.res.once('close', noteClose);
    ctx.state.deadline = deadline;
    try {
      await Promise.race([scope.run(next), deadline.passed]);
    } finally {
      if (deadline.hasPassed) scope.end();
      deadline.stop();
      ctx.res.off('close', noteClose);
      clearTimeout(grace);
    }
  };
}
