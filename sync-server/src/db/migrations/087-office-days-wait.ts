import { Migration } from '@mikro-orm/migrations';

/** A new time zone waits for housekeeping, which may count for long, before it holds up payments. */
export class Migration087OfficeDaysWait extends Migration {
  override up(): void {
    // As in migration 076, but in another order.
    this.addSql(`
      create or replace function count_office_days() returns trigger language plpgsql as $$
      declare office text := office_zone();
      begin
        perform 1 from report_mark for update;
        lock table reward_history in share row exclusive mode;
        delete from payout_months;
        insert into payout_months (month, users, lines, unpaid_lines, cents, paid_cents)
        select date_trunc('month', created_at at time zone office)::date, count(distinct user_id), count(*),
          count(*) filter (where paid_at is null), sum(amount_cents),
          coalesce(sum(amount_cents) filter (where paid_at is not null), 0)
        from reward_history group by 1;
        delete from counted_referrals;
        delete from referral_days;
        delete from completion_times;
        update report_mark set version = '0'::xid8;
        return null;
      end $$;
    `);
  }
}
