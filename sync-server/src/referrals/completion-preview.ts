import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { CompletionPreview } from '@sunloop/shared-types/program/admin-completion.ts';
import { sumRewards, writeMoney } from '@sunloop/shared-types/values/money.ts';
import { findFreeRungs } from '../program/rewards/free-rungs.ts';
import { dealRungs } from '../program/rewards/ladder.ts';
import { partOfShare } from './parts.ts';

const FIND_OPEN = `
  select r.user_id as "userId", u.username, r.share, coalesce(d.paid_first = r.id, false) as "takesRest"
  from jsonb_array_elements_text(:ids::jsonb) with ordinality as asked(id, place)
  join referrals r on r.id = asked.id::uuid join users u on u.id = r.user_id
  left join duplicate_decisions d on d.referral_id = r.id
  where r.status <> 'completed' order by asked.place`;

interface OpenReferral {
  readonly userId: string;
  readonly username: string;
  readonly share: number | null;
  readonly takesRest: boolean;
}

/**
 * What completing these referrals in this order would pay and to whom, by the ledger's own rule. Completed
 * and deleted ones are left out; somebody else's completion in between takes the next place. One that pays nothing has no rung,
 * and neither has one of which what it would pay cannot be parted: it is refused.
 */
export async function previewCompletion(
  em: SqlEntityManager,
  givenIds: readonly string[],
): Promise<CompletionPreview> {
  const ids = JSON.stringify([...new Set(givenIds)]);
  const open = await em.execute<OpenReferral[]>(FIND_OPEN, { ids });
  const byUser = [...Map.groupBy(open, ({ userId }) => userId)];
  const rungs = await findFreeRungs(
    em,
    byUser.map(([userId, { length: count }]) => ({ userId, count })),
  );
  const people = byUser.flatMap(([userId, of]) => {
    const referrals = of.map(({ share, takesRest }) => ({ part: partOfShare(share, takesRest) }));
    const taken = dealRungs(rungs.get(userId) ?? [], referrals).flatMap(({ rung }) =>
      rung && rung.ordinal !== null
        ? { ordinal: rung.ordinal, reward: writeMoney(rung.reward) }
        : [],
    );
    const username = of[0]?.username ?? '';
    const pays = sumRewards(taken.map(({ reward }) => reward));
    return taken.length > 0 ? [{ userId, username, pays, rungs: taken }] : [];
  });
  const all = people.flatMap((person) => person.rungs);
  return {
    referrals: open.length,
    pays: sumRewards(all.map(({ reward }) => reward)),
    people,
  };
}
