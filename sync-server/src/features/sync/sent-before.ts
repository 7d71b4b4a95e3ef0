import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { hasSameContent, NAME_MAX, NAME_MIN, PushRow, text } from '@sunloop/shared-types';
import type { Referral } from '@sunloop/shared-types';
import * as v from 'valibot';
import { REFERRAL_COLUMNS } from '../referrals/queries.ts';

/** A row by the rules builds had that are older than the one for characters of names. */
const EarlierRow = v.object({ ...PushRow.entries, name: text(NAME_MIN, NAME_MAX) });

/**
 * Of rows today's rules refuse, those that are stored for this user as they are, by id: their answer was lost
 * before the rule came, and to refuse them now would say they are not there.
 */
export async function findSentBefore(
  em: SqlEntityManager,
  userId: string,
  refused: readonly unknown[],
): Promise<ReadonlyMap<string, Referral>> {
  const earlier = refused.flatMap((row) => {
    const parsed = v.safeParse(EarlierRow, row);
    return parsed.success ? [parsed.output] : [];
  });
  if (earlier.length === 0) return new Map();
  const stored = await em.execute<Referral[]>(
    `select ${REFERRAL_COLUMNS} from referrals r where r.user_id = ? and r.id in (?)`,
    [userId, earlier.map(({ id }) => id)],
  );
  const byId = new Map(stored.map((referral) => [referral.id, referral]));
  return new Map(
    earlier.flatMap((row) => {
      const there = byId.get(row.id);
      return there && hasSameContent(there, row) ? [[row.id, there]] : [];
    }),
  );
}
