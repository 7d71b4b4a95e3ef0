import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { NewReferral, Referral } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../http/context.ts';
import { refusalOf } from './refusals.ts';
import { storeReferrals } from './store.ts';

/**
 * Stores one referral; `isNew` is false where the same id and content was there already. Throws 409
 * `id_conflict`, `self_referral` or `duplicate_referral` and 410 `deleted`.
 */
export async function addReferral(
  em: SqlEntityManager,
  actor: Actor,
  row: NewReferral,
): Promise<{ referral: Referral; isNew: boolean }> {
  const given = { ...row, id: row.id ?? uuidv7() };
  const [verdict] = await em.transactional((tx) => storeReferrals(tx, actor.userId, [given]));
  if (!verdict) throw new Error('no verdict for the row');
  const refusal = refusalOf(verdict);
  if (refusal || !('referral' in verdict)) throw refusal ?? new Error('no stored row');
  return { referral: verdict.referral, isNew: verdict.kind === 'created' };
}
