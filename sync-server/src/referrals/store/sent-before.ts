import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import {
  NewReferral,
  type Referral,
  SentReferral,
} from '@sunloop/shared-types/referrals/referral.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { invalidInput } from '../../http/parse.ts';
import { REFERRAL_COLUMNS, withoutNull } from '../queries.ts';

/** A row by the rules of builds that had no rule for characters in names. */
const EarlierRow = v.object({ ...SentReferral.entries, id: Id });

/**
 * Of the rows that the current rules refuse, those already stored for this user with this content, by id:
 * their answer was lost before the rule existed, and refusing them now would say that they are not stored.
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
  const byId = new Map(stored.map((row) => [row.id, withoutNull(row)]));
  return new Map(
    earlier.flatMap((row) => {
      const there = byId.get(row.id);
      return there && hasSameContent(there, row) ? [[row.id, there]] : [];
    }),
  );
}

/**
 * Throws 400 if the current rule refuses the row, unless it is already stored: then that referral is the
 * answer.
 */
export async function requireSeenName(
  em: SqlEntityManager,
  userId: string,
  row: SentReferral,
): Promise<Referral | undefined> {
  const parsed = v.safeParse(NewReferral, row);
  if (parsed.success) return undefined;
  const stored = row.id && (await findSentBefore(em, userId, [row])).get(row.id);
  if (stored) return stored;
  throw invalidInput(parsed.issues);
}
