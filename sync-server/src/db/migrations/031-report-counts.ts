import { Migration } from '@mikro-orm/migrations';

/** The figures of the admin's charts are kept as counts: counting two million referrals for each look took seconds. */
export class Migration031ReportCounts extends Migration {
  override up(): void {
    this.#keepPayoutMonths();
    this.#keepReferralCounts();
  }

  /** Sums of the ledger for each month in UTC, of which `month` is the first day. */
  #keepPayoutMonths(): void {
    this.addSql(`
      create table payout_months (
        month date primary key,
        users integer not null default 0,
        lines integer not null default 0,
        unpaid_lines integer not null default 0,
        cents bigint not null default 0,
        paid_cents bigint not null default 0
      ) with (fillfactor = 50);
    `);
    // The rows of the months are locked by the first statement, so the second one sees every line of theirs: each user is
    // counted once, even if two transactions write a user's first lines.
    const counting = (name: string, event: string, deltas: string) => `
      create function ${name}() returns trigger language plpgsql as $$
      begin
        insert into payout_months as m (month, lines, unpaid_lines, cents, paid_cents)
        select month, sum(lines), sum(unpaid_lines), sum(cents), sum(paid_cents) from (
          select month, sum(lines) as lines, sum(unpaid_lines) as unpaid_lines, sum(cents) as cents,
            sum(paid_cents) as paid_cents
          from (${deltas}) d group by month, user_id
          having sum(lines) <> 0 or sum(unpaid_lines) <> 0 or sum(cents) <> 0 or sum(paid_cents) <> 0
        ) changed
        group by month order by month
        on conflict (month) do update set
          lines = m.lines + excluded.lines,
          unpaid_lines = m.unpaid_lines + excluded.unpaid_lines,
          cents = m.cents + excluded.cents,
          paid_cents = m.paid_cents + excluded.paid_cents;
        update payout_months m set users = m.users + c.users from (
          select month, sum((has > 0)::int - (has - change > 0)::int)::int as users from (
            select d.month, d.change, count(h.id) as has from (
              select month, user_id, sum(lines) as change from (${deltas}) each group by month, user_id
              having sum(lines) <> 0
            ) d left join reward_history h on h.user_id = d.user_id
              and h.created_at >= d.month::timestamp at time zone 'utc'
              and h.created_at < (d.month + interval '1 month') at time zone 'utc'
            group by d.month, d.user_id, d.change
          ) counted group by month
        ) c where c.month = m.month and c.users <> 0;
        return null;
      end $$;
      create trigger ${name} after ${event} on reward_history
        referencing ${referencing[event]} for each statement execute function ${name}();
    `;
    const referencing: Record<string, string> = {
      insert: 'new table as added',
      delete: 'old table as removed',
      update: 'new table as added old table as removed',
    };
    const lines = (sign: string, rows: string) => `
      select date_trunc('month', created_at at time zone 'utc')::date as month, user_id, ${sign}1 as lines,
        ${sign}(paid_at is null)::int as unpaid_lines, ${sign}amount_cents as cents,
        ${sign}case when paid_at is null then 0 else amount_cents end as paid_cents
      from ${rows}`;
    const [added, removed] = [lines('', 'added'), lines('-', 'removed')];
    this.addSql(`
      ${counting('payout_months_added', 'insert', added)}
      ${counting('payout_months_removed', 'delete', removed)}
      ${counting('payout_months_changed', 'update', `${added} union all ${removed}`)}
    `);
    // The triggers lock the ledger until this is committed, so no line is missed.
    this.addSql(`
      insert into payout_months (month, users, lines, unpaid_lines, cents, paid_cents)
      select month, count(distinct user_id), sum(lines), sum(unpaid_lines), sum(cents), sum(paid_cents)
      from (${lines('', 'reward_history')}) l group by month;
    `);
  }

  /** How many referrals of each day and status there are and how long completions took; features/reports keeps these. */
  #keepReferralCounts(): void {
    // The mark comes first: what is written meanwhile is counted again.
    this.addSql(`
      create table report_mark (
        is_only boolean primary key default true check (is_only),
        version xid8 not null
      );
      insert into report_mark (version) values (pg_snapshot_xmin(pg_current_snapshot()));
    `);
    // As what each referral is in the counts; of completed ones how long they took, in begun tenths of a day.
    this.addSql(`
      create table counted_referrals (
        referral_id uuid primary key,
        day date not null,
        tenths integer,
        status text not null
      ) with (fillfactor = 90);
      insert into counted_referrals (referral_id, day, tenths, status)
      select r.id, (r.created_at at time zone 'utc')::date, case when r.status = 'completed' then
        ceil(extract(epoch from coalesce(h.at, r.updated_at) - r.created_at) / 8640) end, r.status
      from referrals r left join (
        select referral_id, max(created_at) as at from reward_history group by referral_id
      ) h on h.referral_id = r.id;
    `);
    this.addSql(`
      create table referral_days (
        day date,
        status text,
        referrals integer not null,
        primary key (day, status)
      );
      insert into referral_days (day, status, referrals)
      select day, status, count(*) from counted_referrals group by day, status;
      create table completion_times (tenths integer primary key, referrals integer not null);
      insert into completion_times (tenths, referrals)
      select tenths, count(*) from counted_referrals where tenths is not null group by tenths;
    `);
  }
}
