import { defineStatement, type Run } from '../../db/query/statement.ts';
import type { StoreVerdict } from '../store/store.ts';

const FIND_COMPLETE = defineStatement(
  'find-complete-versions',
  `select t.version from unnest($2::text[], ($3::text[])::int[]) t (version, told)
   where (select count(*) from referrals r where r.user_id = $1 and r.version = t.version::xid8) = t.told`,
);

/**
 * Numbers of earlier writes of the user whose rows are all among those that these verdicts found stored, as they were
 * read there: a number stands for all rows of its transaction, and a row that was changed since has another one.
 */
export async function findStoredPushes(
  run: Run,
  userId: string,
  verdicts: readonly StoreVerdict[],
): Promise<string[]> {
  const told = new Map<string, Set<string>>();
  for (const verdict of verdicts) {
    if (verdict.kind !== 'stored' || verdict.version === undefined) continue;
    const ids = told.get(verdict.version) ?? new Set();
    told.set(verdict.version, ids.add(verdict.referral.id));
  }
  if (told.size === 0) return [];
  const counts = [...told.values()].map(({ size }) => String(size));
  const complete = await run<{ version: string }>(FIND_COMPLETE, [
    userId,
    [...told.keys()],
    counts,
  ]);
  return complete.map(({ version }) => version);
}
