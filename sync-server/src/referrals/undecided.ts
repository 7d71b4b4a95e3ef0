import type { SqlEntityManager } from '@mikro-orm/postgresql';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

/** Why a referral is not completed while nobody has decided. */
export const UNDECIDED =
  'Another user referred them, too: open it and decide first whether they are the same person';
const NOT_MINE =
  'Their referrer says that it is not theirs: open it and decide first whether it stays';

/**
 * Those of some referrals about which somebody has to decide first, with why: they are marked as duplicates (up to ten
 * seconds old), or their referrer says that they are not theirs.
 */
export async function findUndecided(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await em.execute<{ id: string; isNotMine: boolean }[]>(
    `select s.id, false as "isNotMine" from referral_search s where s.is_duplicate and s.id in (${GIVEN})
     union all
     select t.referral_id, true from taken_referrals t
     where t.not_mine_at is not null and t.kept_at is null and t.referral_id in (${GIVEN})`,
    { ids: JSON.stringify(ids) },
  );
  return new Map(rows.map(({ id, isNotMine }) => [id, isNotMine ? NOT_MINE : UNDECIDED]));
}
