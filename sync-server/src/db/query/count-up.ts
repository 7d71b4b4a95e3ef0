import type { SqlEntityManager } from '@mikro-orm/postgresql';

export interface Limit {
  /** Names what is counted and for whom, e.g. `signup:203.0.113.7`. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts one against a limit kept in the database, which all processes share: the count of this window, and its seconds left. */
export async function countUp(em: SqlEntityManager, limit: Limit) {
  const windowSeconds = limit.windowMs / 1000;
  const [row] = await em.execute<{ count: number; rest: number }[]>(
    `insert into rate_limits as r (key, window_start, count)
     values (?, date_bin(make_interval(secs => ?), now(), 'epoch'), 1)
     on conflict (key, window_start) do update set count = r.count + 1
     returning count, extract(epoch from r.window_start - now())::float8 + ? as rest`,
    [limit.key, windowSeconds, windowSeconds],
  );
  if (!row) throw new Error('nothing was counted');
  return row;
}
