import type { Orm } from '../db/orm.ts';

interface Kept {
  readonly kept: string;
  /** The same figures counted from the rows themselves. */
  readonly counted: string;
}

const IN_UTC = `at time zone 'utc'`;

/** Every table of counts. Rows of zeros may stay behind. */
const COUNTS: Readonly<Record<string, Kept>> = {
  referral_counts: {
    kept: `select user_id, submitted, completed, cents, paid_cents from referral_counts
      where (submitted, completed, cents, paid_cents) <> (0, 0, 0, 0)`,
    counted: `select user_id, sum(submitted), sum(completed), sum(cents), sum(paid) from (
        select user_id, 1 as submitted, (status = 'completed')::int as completed, 0 as cents, 0 as paid
        from referrals
        union all select user_id, 0, 0, amount_cents, case when paid_at is null then 0 else amount_cents end
        from reward_history
      ) c group by 1
      having (sum(submitted), sum(completed), sum(cents), sum(paid)) <> (0, 0, 0, 0)`,
  },
  payout_months: {
    kept: `select month, users, lines, unpaid_lines, cents, paid_cents from payout_months
      where (users, lines, unpaid_lines, cents, paid_cents) <> (0, 0, 0, 0, 0)`,
    counted: `select date_trunc('month', created_at ${IN_UTC})::date, count(distinct user_id), count(*),
        count(*) filter (where paid_at is null), sum(amount_cents),
        coalesce(sum(amount_cents) filter (where paid_at is not null), 0)
      from reward_history group by 1`,
  },
  referral_days: {
    kept: 'select day, status, referrals from referral_days where referrals <> 0',
    counted: `select (created_at ${IN_UTC})::date, status, count(*) from referrals group by 1, 2`,
  },
  completion_times: {
    kept: 'select tenths, referrals from completion_times where referrals <> 0',
    counted: `select ceil(extract(epoch from coalesce(
          (select max(h.created_at) from reward_history h where h.referral_id = r.id), r.updated_at
        ) - r.created_at) / 8640), count(*)
      from referrals r where status = 'completed' group by 1`,
  },
};

/** What tables of counts say and what the rows say, where the two differ. */
export async function findMiscounts(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const found = await Promise.all(
    Object.entries(COUNTS).map(([table, { kept, counted }]) =>
      em.fork().execute<{ row: string }[]>(
        `select '${table} has ' || k::text as row from (${kept} except all ${counted}) k
         union all select '${table} lacks ' || c::text from (${counted} except all ${kept}) c`,
      ),
    ),
  );
  return found.flat().map(({ row }) => row);
}
