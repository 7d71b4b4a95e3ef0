import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { officeDay } from '../../db/query/today.ts';
import { markOf, versionsFrom } from '../../db/query/versions-from.ts';

// One at a time, and what has changed is looked at only once it is one's turn. Nobody waits: whoever is at it may take long.
const LOCK = 'select 1 from report_mark for update skip locked';

// As in the delta reads, a transaction that is still running has a number from the next mark on.
const MARK = markOf('report_mark');

// What a referral was counted as is taken out of the sums, and what it is now is added. It was completed when the ledger last
// paid it: a later line takes that back, and then it is no longer completed. Rows older than the ledger only have the time
// of their last change. Rows are looked up one by one, because the planner expects far more than there are and would read
// whole tables.
const UPDATE = `
  with changed as materialized (
    select r.id, r.created_at, r.updated_at, r.status
    from ${MARK} join referrals r on ${versionsFrom('r.version', 'm.since')}
  ), gone as materialized (
    select t.id from ${MARK} join referral_tombstones t on ${versionsFrom('t.version', 'm.since')}
    where (select r.id from referrals r where r.id = t.id) is null
  ), present as materialized (
    select c.id, ${officeDay('c.created_at')} as day, c.status,
      case when c.status = 'completed' then ceil(extract(epoch from coalesce(
        (select max(created_at) from reward_history where referral_id = c.id), c.updated_at
      ) - c.created_at) / 8640)::int end as tenths
    from changed c
  ), past as materialized (
    select x.* from (select id from changed union all select id from gone) c cross join lateral (
      select day, status, tenths from counted_referrals where referral_id = c.id limit 1
    ) x
  ), stored as (
    insert into counted_referrals as s (referral_id, day, status, tenths)
    select id, day, status, tenths from present
    on conflict (referral_id) do update set day = excluded.day, status = excluded.status, tenths = excluded.tenths
    where (s.day, s.status, s.tenths) is distinct from (excluded.day, excluded.status, excluded.tenths)
  ), removed as (
    delete from counted_referrals where referral_id = any (array(select id from gone))
  ), differences as materialized (
    select day, status, tenths, 1 as sign from present union all select day, status, tenths, -1 from past
  ), days as (
    insert into referral_days as d (day, status, referrals)
    select day, status, sum(sign) from differences group by day, status having sum(sign) <> 0
    on conflict (day, status) do update set referrals = d.referrals + excluded.referrals
  ), times as (
    insert into completion_times as t (tenths, referrals)
    select tenths, sum(sign) from differences where tenths is not null
    group by tenths having sum(sign) <> 0
    on conflict (tenths) do update set referrals = t.referrals + excluded.referrals
  )
  update report_mark set version = pg_snapshot_xmin(pg_current_snapshot())
  where exists (select from changed) or exists (select from gone)`;

const COUNT_CHANGES = `
  select count(*)::int as changes from (
    select 1 from ${MARK} join referrals r on ${versionsFrom('r.version', 'm.since')} limit :most + 1
  ) c`;

/**
 * Brings the counts of the report up to date with the referrals that changed since the last time, unless somebody else is
 * just doing it or, if `most` is given, more than so many changed. Safe to repeat and to run from several processes at once.
 */
export async function updateReportCounts(em: SqlEntityManager, most?: number): Promise<void> {
  await em.transactional(async (tx) => {
    const locked = await tx.execute<object[]>(LOCK);
    if (locked.length === 0) return;
    if (most !== undefined) {
      const [row] = await tx.execute<{ changes: number }[]>(COUNT_CHANGES, { most });
      if ((row?.changes ?? 0) > most) return;
    }
    await tx.execute(UPDATE);
  });
}
