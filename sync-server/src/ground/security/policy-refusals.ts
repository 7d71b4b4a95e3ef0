import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PolicyRefusal } from '@sunloop/shared-types/ground/admin.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import type { Refusal } from './read-policy-report.ts';

/** Kinds counted on one day, give or take those of the reports under way; what is not among them is left out. */
const KINDS_A_DAY = 200;
/** As high as one is counted on one day. */
const COUNT_MAX = 1_000_000;
/** A week that nothing came in is a good sign; the month before says since when. */
const SHOWN_DAYS = 30;
const SHOWN_KINDS = 20;

// In the order of the key, so that no two reports wait for each other.
const COUNT = `
  with given as (
    select (now() at time zone 'UTC')::date as day, directive, blocked, source, page, count(*)::int as count
    from jsonb_to_recordset(:refusals::jsonb) as g (directive text, blocked text, source text, page text)
    group by 2, 3, 4, 5
  ), room as (select :kinds - count(*) as left from policy_refusals where day = (select max(day) from given))
  insert into policy_refusals as p (day, directive, blocked, source, page, count, last_at)
  select g.*, now() from given g
  where (select room.left from room) > 0
    or exists (select 1 from policy_refusals k where (k.day, k.directive, k.blocked, k.source, k.page)
      = (g.day, g.directive, g.blocked, g.source, g.page))
  order by directive, blocked, source, page
  on conflict (day, directive, blocked, source, page)
    do update set count = least(p.count + excluded.count, :most), last_at = excluded.last_at`;

/** Counts what browsers have refused today. */
export async function countRefusals(
  em: SqlEntityManager,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await em.execute(COUNT, {
    refusals: JSON.stringify(refusals),
    kinds: KINDS_A_DAY,
    most: COUNT_MAX,
  });
}

/** What browsers refused lately, the newest first. */
export function findRefusals(em: SqlEntityManager): Promise<PolicyRefusal[]> {
  return em.execute<PolicyRefusal[]>(
    `select directive, blocked, source, page, sum(count)::float8 as count,
       ${isoTime('max(last_at)', 'lastAt')}
     from policy_refusals where day > (now() at time zone 'UTC')::date - :days::int
     group by directive, blocked, source, page order by max(last_at) desc, directive, blocked limit :kinds`,
    { days: SHOWN_DAYS, kinds: SHOWN_KINDS },
  );
}
