import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { countUp, type Limit } from '../../db/query/count-up.ts';
import { rateLimited } from '../errors.ts';

/**
 * Counts one call against a limit kept in the database, shared by all processes; throws 429
 * with the seconds until the next window once `max` calls were made in this one.
 */
export async function countAgainst(em: SqlEntityManager, limit: Limit): Promise<void> {
  const { count, rest } = await countUp(em, limit);
  if (count > limit.max) throw rateLimited(rest);
}

/** Counts like `countAgainst`, but returns the count of this window instead of throwing. */
export async function countCalls(em: SqlEntityManager, limit: Limit): Promise<number> {
  return (await countUp(em, limit)).count;
}

/** Throws like `countAgainst`, but counts nothing. */
export async function requireBelowLimit(em: SqlEntityManager, limit: Limit): Promise<void> {
  const windowSeconds = limit.windowMs / 1000;
  const [row] = await em.execute<{ rest: number }[]>(
    `select extract(epoch from window_start - now())::float8 + ? as rest from rate_limits
     where key = ? and count >= ?
       and window_start = date_bin(make_interval(secs => ?), now(), 'epoch')`,
    [windowSeconds, limit.key, limit.max, windowSeconds],
  );
  if (row) throw rateLimited(row.rest);
}
