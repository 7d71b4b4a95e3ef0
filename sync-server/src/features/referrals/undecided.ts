import type { SqlEntityManager } from '@mikro-orm/postgresql';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

/** Why a referral is not completed while nobody has decided. */
export const UNDECIDED =
  'Another user referred them, too: open it and decide first whether they are the same person';

/** Those of some referrals that are marked as duplicates (up to ten seconds old) and not decided about. */
export async function findUndecided(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await em.execute<{ id: string }[]>(
    `select s.id from referral_search s where s.is_duplicate and s.id in (${GIVEN})`,
    { ids: JSON.stringify(ids) },
  );
  return new Set(rows.map(({ id }) => id));
}
