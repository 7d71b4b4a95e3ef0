import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type CompletionPreview, sumRewards, writeMoney } from '@sunloop/shared-types';
import { findFreeRungs } from '../rewards/free-rungs.ts';

const FIND_OPEN = `
  select r.user_id as "userId", u.username, count(*)::int as count
  from jsonb_array_elements_text(:ids::jsonb) with ordinality as asked(id, place)
  join referrals r on r.id = asked.id::uuid join users u on u.id = r.user_id
  where r.status <> 'completed' group by 1, 2 order by min(asked.place)`;

interface OpenCount {
  readonly userId: string;
  readonly username: string;
  readonly count: number;
}

/**
 * What completing these referrals in this order would pay and to whom, by the ledger's own rule. Completed
 * and deleted ones are left out; somebody else's completion in between takes the next place.
 */
export async function previewCompletion(
  em: SqlEntityManager,
  givenIds: readonly string[],
): Promise<CompletionPreview> {
  const ids = JSON.stringify([...new Set(givenIds)]);
  const open = await em.execute<OpenCount[]>(FIND_OPEN, { ids });
  const rungs = await findFreeRungs(em, open);
  const people = open.map(({ userId, username }) => {
    const taken = (rungs.get(userId) ?? []).map(({ ordinal, reward }) => ({
      ordinal,
      reward: writeMoney(reward),
    }));
    return { userId, username, pays: sumRewards(taken.map(({ reward }) => reward)), rungs: taken };
  });
  const all = people.flatMap((person) => person.rungs);
  return { referrals: all.length, pays: sumRewards(all.map(({ reward }) => reward)), people };
}
