import { Migration } from '@mikro-orm/migrations';

/** How much of each user's ledger was paid stands beside what they earned, so that who is owed needs no reading of the ledger. */
export class Migration038PaidByPerson extends Migration {
  override up(): void {
    const lines = (sign: string, rows: string) =>
      `select user_id, ${sign}amount_cents as cents,
        ${sign}case when paid_at is null then 0 else amount_cents end as paid_cents from ${rows}`;
    const [added, removed] = [lines('', 'added'), lines('-', 'removed')];
    // Ordered by user, as in migration 014.
    for (const [name, changes] of [
      ['added', added],
      ['removed', removed],
      ['changed', `${added} union all ${removed}`],
    ] as const) {
      this.addSql(`
        create or replace function reward_history_count_${name}() returns trigger language plpgsql as $$
        begin
          insert into referral_counts as c (user_id, cents, paid_cents)
          select user_id, sum(cents), sum(paid_cents) from (${changes}) d
          group by user_id having sum(cents) <> 0 or sum(paid_cents) <> 0
          order by user_id
          on conflict (user_id) do update set
            cents = c.cents + excluded.cents,
            paid_cents = c.paid_cents + excluded.paid_cents;
          return null;
        end $$;
      `);
    }
    // The lock on the ledger keeps lines from being marked until the new functions count them.
    this.addSql(`
      lock table reward_history in share row exclusive mode;
      alter table referral_counts add paid_cents bigint not null default 0;
      update referral_counts c set paid_cents = h.paid from (
        select user_id, sum(amount_cents) as paid from reward_history where paid_at is not null group by user_id
      ) h where h.user_id = c.user_id and h.paid <> 0;
      create index reward_history_unpaid on reward_history (created_at, user_id) where paid_at is null;
    `);
  }
}
