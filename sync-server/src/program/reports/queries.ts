import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  CompletionBucket,
  PayoutMonth,
  ReferralWeek,
  Report,
  TopReferrer,
} from '@sunloop/shared-types/program/reports.ts';
import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { officeTime } from '../../db/query/today.ts';
import { updateReportCounts } from './update-counts.ts';

/** How far the charts look back, including the current week and month. */
const WEEKS = 26;
const MONTHS = 12;
const TOP = 10;
/** More changes are left to housekeeping: counting these takes a tenth of a second. */
const CHANGES_AT_ONCE = 5000;
/** Inclusive upper ends of the buckets, in days; the last bucket is everything above. */
const BUCKET_DAYS = [7, 14, 30, 60, 90];

const NOW = officeTime(':now::timestamptz');

const THIS_WEEK = `date_trunc('week', ${NOW})`;
const FIRST_WEEK = `${THIS_WEEK} - make_interval(weeks => :before)`;
const sumOf = (status: string) =>
  `coalesce(sum(d.referrals) filter (where d.status = '${status}'), 0)::int as ${status}`;
const REFERRALS_BY_WEEK = `
  select to_char(w.week, 'YYYY-MM-DD') as week, ${REFERRAL_STATUSES.map(sumOf).join(', ')}
  from generate_series(${FIRST_WEEK}, ${THIS_WEEK}, interval '1 week') as w(week)
  left join referral_days d on d.day >= w.week and d.day < w.week + interval '1 week'
  group by w.week order by w.week`;

const THIS_MONTH = `date_trunc('month', ${NOW})`;
const FIRST_MONTH = `${THIS_MONTH} - make_interval(months => :before)`;
const PAYOUTS_BY_MONTH = `
  select to_char(m.month, 'YYYY-MM') as month, coalesce(p.users, 0) as users, coalesce(p.lines, 0) as lines,
    coalesce(p.cents, 0)::float8 as "amountCents", coalesce(p.paid_cents, 0)::float8 as "paidCents",
    coalesce(p.unpaid_lines, 0) as "unpaidLines"
  from generate_series(${FIRST_MONTH}, ${THIS_MONTH}, interval '1 month') as m(month)
  left join payout_months p on p.month = m.month order by m.month`;

// A tenth of a day that has only begun counts, so that what took seven days and a moment took more than seven.
const COMPLETION = `
  with running as (
    select tenths, referrals, sum(referrals) over (order by tenths) as so_far, sum(referrals) over () as total
    from completion_times where referrals > 0
  )
  select bucket.days, sum(referrals)::int as referrals,
    (select min(tenths)::float8 / 10 from running where 2 * so_far >= total) as median
  from running left join lateral (
    select min(value::int) as days from jsonb_array_elements_text(:buckets::jsonb)
    where tenths <= 10 * value::int
  ) bucket on true
  group by bucket.days`;

const TOP_REFERRERS = `
  select c.user_id as "userId", u.username, u.email, c.submitted as referrals, c.completed,
    c.cents::float8 as "amountCents"
  from (
    select * from referral_counts where submitted > 0
    order by completed desc, submitted desc, user_id limit :top
  ) c join users u on u.id = c.user_id
  order by c.completed desc, c.submitted desc, c.user_id`;

/** The figures of the admin's charts as of `now`: weeks and months of the office, oldest first. */
export async function findReport(em: SqlEntityManager, now: Date): Promise<Report> {
  await updateReportCounts(em, CHANGES_AT_ONCE);
  const weeks = await em.execute<ReferralWeek[]>(REFERRALS_BY_WEEK, { now, before: WEEKS - 1 });
  const completion = await findCompletion(em);
  const payoutMonths = await em.execute<PayoutMonth[]>(PAYOUTS_BY_MONTH, {
    now,
    before: MONTHS - 1,
  });
  const topReferrers = await em.execute<TopReferrer[]>(TOP_REFERRERS, { top: TOP });
  return { weeks, ...completion, payoutMonths, topReferrers };
}

async function findCompletion(
  em: SqlEntityManager,
): Promise<Pick<Report, 'completion' | 'medianDays'>> {
  const rows = await em.execute<(CompletionBucket & { median: number })[]>(COMPLETION, {
    buckets: JSON.stringify(BUCKET_DAYS),
  });
  const counts = new Map(rows.map(({ days, referrals }) => [days, referrals]));
  const completion = [...BUCKET_DAYS, null].map((days) => ({
    days,
    referrals: counts.get(days) ?? 0,
  }));
  return { completion, medianDays: rows[0]?.median ?? null };
}
