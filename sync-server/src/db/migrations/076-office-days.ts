import { Migration } from '@mikro-orm/migrations';

/**
 * Days, months and years are those of the office: `office_time` says what its clock shows, by a setting that is UTC until somebody
 * changes it. The day a line was paid is stored, so that no payment moves into another year with the setting.
 */
export class Migration076OfficeDays extends Migration {
  override up(): void {
    this.#tellTime();
    this.#storePaidDay();
    this.#countMonths();
    this.#countAnew();
  }

  #tellTime(): void {
    this.addSql(`
      create function office_zone() returns text language sql stable as $$
        select coalesce((select value from system_settings where key = 'general.time_zone'), 'UTC')
      $$;
      create function office_time(at timestamptz) returns timestamp language sql stable as $$
        select at at time zone office_zone()
      $$;
      create function office_start(day timestamp) returns timestamptz language sql stable as $$
        select day at time zone office_zone()
      $$;
    `);
  }

  #storePaidDay(): void {
    // A restored line brings its day along.
    this.addSql(`
      alter table reward_history add paid_on date;
      update reward_history set paid_on = (paid_at at time zone 'utc')::date where paid_at is not null;
      create function reward_history_paid_on() returns trigger language plpgsql as $$
      begin
        if new.paid_at is null then new.paid_on := null;
        elsif tg_op = 'UPDATE' or new.paid_on is null then new.paid_on := office_time(new.paid_at)::date;
        end if;
        return new;
      end $$;
      create trigger reward_history_paid_on_added before insert on reward_history
        for each row when (new.paid_at is not null) execute function reward_history_paid_on();
      create trigger reward_history_paid_on_changed before update of paid_at on reward_history
        for each row when (new.paid_at is distinct from old.paid_at) execute function reward_history_paid_on();
    `);
  }

  /** As in migration 031, with the office's months. */
  #countMonths(): void {
    const counting = (name: string, deltas: string) => `
      create or replace function ${name}() returns trigger language plpgsql as $$
      declare office text := office_zone();
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
              and h.created_at >= d.month::timestamp at time zone office
              and h.created_at < (d.month + interval '1 month') at time zone office
            group by d.month, d.user_id, d.change
          ) counted group by month
        ) c where c.month = m.month and c.users <> 0;
        return null;
      end $$;`;
    const [added, removed] = [lines('', 'added'), lines('-', 'removed')];
    this.addSql(`
      ${counting('payout_months_added', added)}
      ${counting('payout_months_removed', removed)}
      ${counting('payout_months_changed', `${added} union all ${removed}`)}
    `);
  }

  /** Counts by day and month begin anew with the setting, also where a backup brings it; housekeeping fills the report's. */
  #countAnew(): void {
    this.addSql(`
      create function count_office_days() returns trigger language plpgsql as $$
      declare office text := office_zone();
      begin
        lock table reward_history in share row exclusive mode;
        delete from payout_months;
        insert into payout_months (month, users, lines, unpaid_lines, cents, paid_cents)
        select month, count(distinct user_id), sum(lines), sum(unpaid_lines), sum(cents), sum(paid_cents)
        from (${lines('', 'reward_history')}) l group by month;
        perform 1 from report_mark for update;
        delete from counted_referrals;
        delete from referral_days;
        delete from completion_times;
        update report_mark set version = '0'::xid8;
        return null;
      end $$;
      create trigger system_settings_time_zone after update of value on system_settings
        for each row when (new.key = 'general.time_zone' and new.value is distinct from old.value)
        execute function count_office_days();
      create trigger system_settings_time_zone_added after insert on system_settings
        for each row when (new.key = 'general.time_zone' and new.value <> 'UTC')
        execute function count_office_days();
    `);
  }
}

/** For functions that have asked for the zone once, as `office`. */
const lines = (sign: string, rows: string) => `
  select date_trunc('month', created_at at time zone office)::date as month, user_id, ${sign}1 as lines,
    ${sign}(paid_at is null)::int as unpaid_lines, ${sign}amount_cents as cents,
    ${sign}case when paid_at is null then 0 else amount_cents end as paid_cents
  from ${rows}`;
