import { Migration } from '@mikro-orm/migrations';

/**
 * Totals of each user's referrals and ledger, updated by the database with every change: recounting them for
 * each referral took longer the more there were.
 */
export class Migration014ReferralCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table referral_counts (
        user_id uuid primary key references users on delete cascade,
        submitted integer not null default 0,
        completed integer not null default 0,
        cents bigint not null default 0
      ) with (fillfactor = 50);
      insert into referral_counts (user_id, submitted, completed, cents)
      select u.id, coalesce(r.submitted, 0), coalesce(r.completed, 0), coalesce(h.cents, 0)
      from users u
      left join (select user_id, count(*) as submitted,
        count(*) filter (where status = 'completed') as completed
        from referrals group by user_id) r on r.user_id = u.id
      left join (select user_id, sum(amount_cents) as cents
        from reward_history group by user_id) h on h.user_id = u.id
      where r.user_id is not null or h.user_id is not null;
    `);
    // Ordered by user, so that two statements over several users never deadlock.
    const counting = (name: string, table: string, deltas: string) => `
      create function ${name}() returns trigger language plpgsql as $$
      begin
        insert into referral_counts as c (user_id, submitted, completed, cents)
        select user_id, sum(submitted), sum(completed), sum(cents) from (${deltas}) d
        group by user_id
        having sum(submitted) <> 0 or sum(completed) <> 0 or sum(cents) <> 0
        order by user_id
        on conflict (user_id) do update set
          submitted = c.submitted + excluded.submitted,
          completed = c.completed + excluded.completed,
          cents = c.cents + excluded.cents;
        return null;
      end $$;
      create trigger ${name} after ${table} for each statement execute function ${name}();
    `;
    const REFERRALS = (sign: string, rows: string) =>
      `select user_id, ${sign}1 as submitted, ${sign}(status = 'completed')::int as completed,
        0 as cents from ${rows}`;
    const LEDGER = (sign: string, rows: string) =>
      `select user_id, 0 as submitted, 0 as completed, ${sign}amount_cents as cents from ${rows}`;
    for (const [table, deltas] of [
      ['referrals', REFERRALS],
      ['reward_history', LEDGER],
    ] as const) {
      const [added, removed] = [deltas('', 'added'), deltas('-', 'removed')];
      this.addSql(`
        ${counting(`${table}_count_added`, `insert on ${table} referencing new table as added`, added)}
        ${counting(`${table}_count_removed`, `delete on ${table} referencing old table as removed`, removed)}
        ${counting(
          `${table}_count_changed`,
          `update on ${table} referencing new table as added old table as removed`,
          `${added} union all ${removed}`,
        )}
      `);
    }
  }
}
