import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  CompletionBucket,
  PayoutMonth,
  ReferralWeek,
  Report,
  TopReferrer,
} from '@sunloop/shared-types';
import { readReplica } from '../../db/query/replica.ts';
import { SUMS_BY_MONTH } from '../admin-payouts/queries.ts';

/** How far the charts look back, including the current week and month. */
const WEEKS = 26;
const MONTHS = 12;
const TOP = 10;
/** Inclusive upper ends of the buckets, in days; the last bucket is everything above. */
const BUCKET_DAYS = [7, 14, 30, 60, 90];

const NOW = `(:now::timestamptz at time zone 'utc')`;

const THIS_WEEK = `date_trunc('week', ${NOW})`;
const FIRST_WEEK = `${THIS_WEEK} - make_interval(weeks => :before)`;
const REFERRALS_BY_WEEK = `
  with counted as (
    select date_trunc('week', created_at at time zone 'utc') as week, status, count(*)::int as n
    from referrals where created_at >= (${FIRST_WEEK}) at time zone 'utc' group by 1, 2
  )
  select to_char(w.week, 'YYYY-MM-DD') as week,
    coalesce(sum(n) filter (where status = 'submitted'), 0)::int as submitted,
    coalesce(sum(n) filter (where status = 'contact_made'), 0)::int as contact_made,
    coalesce(sum(n) filter (where status = 'in_progress'), 0)::int as in_progress,
    coalesce(sum(n) filter (where status = 'completed'), 0)::int as completed
  from generate_series(${FIRST_WEEK}, ${THIS_WEEK}, interval '1 week') as w(week)
  left join counted using (week) group by w.week order by w.week`;

const THIS_MONTH = `date_trunc('month', ${NOW})`;
const FIRST_MONTH = `${THIS_MONTH} - make_interval(months => :before)`;
const PAYOUTS_BY_MONTH = `
  with counted as (${SUMS_BY_MONTH})
  select m.month, coalesce(users, 0) as users, coalesce(lines, 0) as lines,
    coalesce("amountCents", 0) as "amountCents", coalesce("paidCents", 0) as "paidCents",
    coalesce("unpaidLines", 0) as "unpaidLines"
  from (select to_char(month, 'YYYY-MM') as month
    from generate_series(${FIRST_MONTH}, ${THIS_MONTH}, interval '1 month') as g(month)) m
  left join counted using (month) order by m.month`;

// A referral was completed when the ledger last paid it: a later line takes that back, and then it is no
// longer completed. Rows older than the ledger only have the time of their last change.
const DAYS_TAKEN = `
  select extract(epoch from coalesce(h.at, r.updated_at) - r.created_at)::float8 / 86400 as days
  from referrals r left join (
    select referral_id, max(created_at) as at from reward_history
    where referral_id is not null group by referral_id
  ) h on h.referral_id = r.id
  where r.status = 'completed'`;
const COMPLETION = `
  with taken as (${DAYS_TAKEN})
  select bucket.days, count(*)::int as referrals,
    (select round(percentile_disc(0.5) within group (order by days)::numeric, 1)::float8 from taken) as median
  from taken left join lateral (
    select min(value::int) as days from jsonb_array_elements_text(:buckets::jsonb)
    where taken.days <= value::int
  ) bucket on true
  group by bucket.days`;

const TOP_REFERRERS = `
  with counted as (
    select user_id, count(*)::int as referrals,
      (count(*) filter (where status = 'completed'))::int as completed
    from referrals group by user_id
    order by completed desc, referrals desc, user_id limit :top
  )
  select c.user_id as "userId", u.username, u.email, c.referrals, c.completed,
    (select coalesce(sum(amount_cents), 0)::float8 from reward_history h
      where h.user_id = c.user_id) as "amountCents"
  from counted c join users u on u.id = c.user_id
  order by c.completed desc, c.referrals desc, c.user_id`;

/** The figures of the admin's charts as of `now`: weeks and months in UTC, oldest first. */
export async function findReport(em: SqlEntityManager, now: Date): Promise<Report> {
  const weeks = await readReplica<ReferralWeek>(em, REFERRALS_BY_WEEK, { now, before: WEEKS - 1 });
  const completion = await findCompletion(em);
  const payoutMonths = await findRecentMonths(em, now);
  const topReferrers = await readReplica<TopReferrer>(em, TOP_REFERRERS, { top: TOP });
  return { weeks, ...completion, payoutMonths, topReferrers };
}

function findRecentMonths(em: SqlEntityManager, now: Date): Promise<PayoutMonth[]> {
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - MONTHS));
  return readReplica<PayoutMonth>(em, PAYOUTS_BY_MONTH, { now, before: MONTHS - 1, since });
}

async function findCompletion(
  em: SqlEntityManager,
): Promise<Pick<Report, 'completion' | 'medianDays'>> {
  const rows = await readReplica<CompletionBucket & { median: number }>(em, COMPLETION, {
    buckets: JSON.stringify(BUCKET_DAYS),
  });
  const counts = new Map(rows.map(({ days, referrals }) => [days, referrals]));
  const completion = [...BUCKET_DAYS, null].map((days) => ({
    days,
    referrals: counts.get(days) ?? 0,
  }));
  return { completion, medianDays: rows[0]?.median ?? null };
}
