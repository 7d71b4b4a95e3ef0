import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PromisedRungs } from '@sunloop/shared-types/program/admin-reward.ts';
import { OPEN_STATUSES } from '@sunloop/shared-types/program/open-rungs.ts';

// Each user's open referrals take their next free rungs, whichever takes which.
const FIND_PROMISED = `
  select rung.n::int as ordinal, count(*)::int as people
  from (
    select user_id, count(*) as wanted from referrals
    where status in (${OPEN_STATUSES.map((status) => `'${status}'`).join()})
      and share is distinct from 0
    group by user_id
  ) open
  cross join lateral (
    select n from generate_series(1, open.wanted + (
      select count(*) from referrals where user_id = open.user_id and ordinal is not null)) n
    where n not in (
      select ordinal from referrals where user_id = open.user_id and ordinal is not null)
    order by n limit open.wanted
  ) rung
  group by 1 order by 1`;

/** How many open referrals each rung is promised to, by the rule of `rankOpen`; neighbors with as many are one line. */
export async function findPromisedRungs(em: SqlEntityManager): Promise<PromisedRungs[]> {
  const rows = await em.execute<{ ordinal: number; people: number }[]>(FIND_PROMISED);
  const lines: PromisedRungs[] = [];
  for (const { ordinal, people } of rows) {
    const last = lines.at(-1);
    if (last?.people === people && last.to + 1 === ordinal) last.to = ordinal;
    else lines.push({ from: ordinal, to: ordinal, people });
  }
  return lines;
}
