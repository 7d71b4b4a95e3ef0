import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';

/** What identifies a change of status or a call: its key, which serves one referral only. Empty for other acts. */
export const keyOf = (act: ReferralAct): string =>
  act.act !== 'delete' && act.key ? `${act.key} ${act.id}` : '';

/** The keys, by `keyOf`, of those acts that were done before. */
export async function findDoneBefore(
  em: SqlEntityManager,
  acts: readonly ReferralAct[],
): Promise<ReadonlySet<string>> {
  const keys = acts.flatMap((act) => (act.act === 'delete' ? [] : (act.key ?? [])));
  if (keys.length === 0) return new Set();
  const rows = await em.execute<{ done: string }[]>(
    `select key || ' ' || referral_id as done from referral_acts where key in (?)
     union all select id || ' ' || referral_id from calls where id in (?)`,
    [keys, keys],
  );
  return new Set(rows.map(({ done }) => done));
}
