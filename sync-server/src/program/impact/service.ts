import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { EnvironmentalImpact } from '@sunloop/shared-types/program/impact.ts';
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

const STORE = `
  insert into environmental_impact (id, user_id, carbon_saved_tons, trees_equivalent, homes_powered,
    pollution_reduced, last_calculated)
  select gen_random_uuid(), "userId", "carbonSavedTons", "treesEquivalent", "homesPowered", "pollutionReduced", now()
  from jsonb_to_recordset(?::jsonb) as r ("userId" uuid, "carbonSavedTons" numeric, "treesEquivalent" int,
    "homesPowered" int, "pollutionReduced" numeric)
  on conflict (user_id) do update set carbon_saved_tons = excluded.carbon_saved_tons,
    trees_equivalent = excluded.trees_equivalent, homes_powered = excluded.homes_powered,
    pollution_reduced = excluded.pollution_reduced, last_calculated = excluded.last_calculated`;

/**
 * Recalculates these users' impact from the completed referrals and the current settings. Call it in the
 * transaction that changed them, with the users' rows locked. Source: DESIGN.md, Rewards.
 */
export async function recalculateImpact(
  tx: SqlEntityManager,
  userIds: readonly string[],
): Promise<void> {
  const [row] = await tx.execute<
    { counts: { userId: string; completed: number }[]; factors: Record<string, number> }[]
  >(
    `select (select jsonb_agg(jsonb_build_object('userId', g.id, 'completed', coalesce(c.completed, 0)))
       from jsonb_array_elements_text(?::jsonb) g (id) left join referral_counts c on c.user_id = g.id::uuid
     ) as counts,
       (select jsonb_object_agg(key, value::float8) from system_settings where key like 'impact.%') as factors`,
    [JSON.stringify(userIds)],
  );
  const factors = readFactors(row?.factors ?? {});
  const impacts = (row?.counts ?? []).map(({ userId, completed }) => {
    return { userId, ...impactOf(completed, factors) };
  });
  await tx.execute(STORE, [JSON.stringify(impacts)]);
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
