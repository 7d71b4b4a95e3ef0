import type { AppProcess } from '../../fixtures/app-process.ts';

/** All stored referrals, as `id owner email`, but those of erased people, which stay without their content. */
export async function readRows(app: AppProcess): Promise<Set<string>> {
  const rows = await app.sql<{ row: string }>(
    `select concat_ws(' ', r.id, u.id, r.email) as row
     from referrals r join users u on u.id = r.user_id where u.erased_at is null`,
  );
  return new Set(rows.map(({ row }) => row));
}

/** Ids of all that are completed. */
export async function readCompleted(app: AppProcess): Promise<Set<string>> {
  const rows = await app.sql<{ id: string }>(`select id from referrals where status = 'completed'`);
  return new Set(rows.map(({ id }) => id));
}

/** What is in the first only. */
export const without = (some: Iterable<string>, others: ReadonlySet<string>) =>
  [...some].filter((one) => !others.has(one));

export const idOf = (row: string) => row.split(' ', 1).join('');

/** Ids of referrals that the ledger pays twice, or not as their status says. */
export async function findMispaid(app: AppProcess): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `select r.id from referrals r left join reward_history h on h.referral_id = r.id
     group by r.id having count(h.ordinal) - count(h.id) filter (where h.ordinal is null)
       <> (r.status = 'completed')::int`,
  );
  return rows.map(({ id }) => id);
}

/** Ids of people whose sums are not those of their completed referrals on the ladder. */
export async function findMiscounted(app: AppProcess): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `with paid as (select user_id, sum(amount_cents) as cents from reward_history group by 1),
       earned as (select r.user_id, sum(t.amount_cents) as cents, count(*) as completed
         from referrals r join reward_tiers t on t.is_active = 'true'
           and r.ordinal between t.min_referrals and coalesce(t.max_referrals, r.ordinal)
         where r.status = 'completed' group by 1)
     select u.id from users u left join paid on paid.user_id = u.id
       left join earned on earned.user_id = u.id left join referral_counts c on c.user_id = u.id
     where (coalesce(paid.cents, 0), coalesce(c.cents, 0), coalesce(c.completed, 0))
       <> (coalesce(earned.cents, 0), coalesce(earned.cents, 0), coalesce(earned.completed, 0))`,
  );
  return rows.map(({ id }) => id);
}
