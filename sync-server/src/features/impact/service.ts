import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { EnvironmentalImpact } from '@sunloop/shared-types';
import { isoTime } from '../../db/query/iso-time.ts';
import { impactOf, type ImpactFactors } from './formula.ts';

const NO_IMPACT: EnvironmentalImpact = {
  carbonSavedTons: '0',
  treesEquivalent: 0,
  homesPowered: 0,
  pollutionReduced: '0',
  lastCalculated: null,
};

/** The user's impact as last calculated; zeros before the first completed referral. */
export async function findImpact(
  em: SqlEntityManager,
  userId: string,
): Promise<EnvironmentalImpact> {
  const [row] = await em.execute<EnvironmentalImpact[]>(
    `select trim_scale(carbon_saved_tons)::text as "carbonSavedTons",
       trees_equivalent as "treesEquivalent", homes_powered::float8 as "homesPowered",
       trim_scale(pollution_reduced)::text as "pollutionReduced",
       ${isoTime('last_calculated', 'lastCalculated')}
     from environmental_impact where user_id = ?`,
    [userId],
  );
  return row ?? NO_IMPACT;
}

/**
 * Recalculates the user's impact from the completed referrals and the current settings. Call it in the
 * transaction that changed them, with the user's row locked. Source: DESIGN.md, Rewards.
 */
export async function recalculateImpact(tx: SqlEntityManager, userId: string): Promise<void> {
  const [row] = await tx.execute<{ completed: number; factors: Record<string, number> }[]>(
    `select (select count(*)::int from referrals where user_id = ? and status = 'completed') as completed,
       (select jsonb_object_agg(key, value::float8) from system_settings where key like 'impact.%') as factors`,
    [userId],
  );
  const impact = impactOf(row?.completed ?? 0, readFactors(row?.factors ?? {}));
  await tx.execute(
    `insert into environmental_impact (id, user_id, carbon_saved_tons, trees_equivalent, homes_powered,
       pollution_reduced, last_calculated)
     values (gen_random_uuid(), :user, :carbonSavedTons::numeric, :treesEquivalent, :homesPowered,
       :pollutionReduced::numeric, now())
     on conflict (user_id) do update set carbon_saved_tons = excluded.carbon_saved_tons,
       trees_equivalent = excluded.trees_equivalent, homes_powered = excluded.homes_powered,
       pollution_reduced = excluded.pollution_reduced, last_calculated = excluded.last_calculated`,
    { user: userId, ...impact },
  );
}

function readFactors(settings: Record<string, number>): ImpactFactors {
  const factor = (key: string) => {
    const value = settings[`impact.${key}`];
    if (value === undefined) throw new Error(`There is no setting impact.${key}`);
    return value;
  };
  return {
    tonsPerReferral: factor('tons_per_referral'),
    treesPerTon: factor('trees_per_ton'),
    homesPerTon: factor('homes_per_ton'),
    poundsPerTon: factor('pounds_per_ton'),
  };
}
