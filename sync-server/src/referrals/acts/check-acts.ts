import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import { findAdminReferralsById } from '../queries.ts';
import { findDoneBefore, keyOf } from './done-before.ts';

/**
 * Which acts this database has done, for a device that was told so: a database that was put back to an earlier state has
 * not (decision 43). Writes nothing. `gone`: it knows neither the referral nor its deletion.
 */
export async function checkActs(
  em: SqlEntityManager,
  acts: readonly ReferralAct[],
): Promise<ReferralActResult[]> {
  const doneBefore = await findDoneBefore(em, acts);
  const ids = acts.map(({ id }) => id);
  const stored = new Map((await findAdminReferralsById(em, ids)).map((row) => [row.id, row]));
  const deleted = await findDeleted(em, ids);
  return acts.map((act) => {
    const referral = stored.get(act.id) ?? null;
    if (!referral) return { id: act.id, outcome: deleted.has(act.id) ? 'done' : 'gone', referral };
    const isAsWanted = act.act === 'status' && referral.status === act.status;
    const outcome = isAsWanted || doneBefore.has(keyOf(act)) ? 'done' : 'conflict';
    return { id: act.id, outcome, referral };
  });
}

async function findDeleted(em: SqlEntityManager, ids: readonly string[]) {
  const sql = 'select id from referral_tombstones where id in (?)';
  const rows = await em.execute<{ id: string }[]>(sql, [ids]);
  return new Set(rows.map(({ id }) => id));
}
