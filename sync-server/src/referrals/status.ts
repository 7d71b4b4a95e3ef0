import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  referralStatusLabel,
  type AdminReferral,
  type ReferralStatusChange,
} from '@sunloop/shared-types/referrals/referral.ts';
import type { Actor } from '../http/context.ts';
import { conflict, notFound } from '../http/errors.ts';
import {
  changeReferrals,
  findOwner,
  isChangedMeanwhile,
  isCompletion,
  lockReferrals,
} from './change.ts';
import type { ReferralEntity } from './entities.ts';
import { findAdminReferral } from './queries.ts';
import { findUndecided } from './undecided.ts';

/**
 * Sets a referral's status; entering `completed` pays the user's next free rung, leaving it takes the reward
 * back. Setting the status it has changes nothing. 404 if there is no such referral, 409 `changed_meanwhile`
 * if a status other than the `expected` one is stored, 409 `duplicate_referral` if it is to be completed before somebody
 * has decided about its duplicates, or whether it is its referrer's.
 */
export async function changeStatus(
  em: SqlEntityManager,
  actor: Actor,
  { id, status, expected }: ReferralStatusChange & { id: string },
): Promise<AdminReferral> {
  return em.transactional(async (tx) => {
    const referral = await requireReferral(tx, id);
    if (expected !== undefined && isChangedMeanwhile(referral, { expected, wanted: status })) {
      const label = referralStatusLabel(referral.status);
      throw conflict('changed_meanwhile', `Somebody else has set it to ${label}`);
    }
    const why = isCompletion({ referral, to: status })
      ? (await findUndecided(tx, [id])).get(id)
      : undefined;
    if (why !== undefined) throw conflict('duplicate_referral', why);
    await changeReferrals(tx, actor, [{ referral, to: status }]);
    const stored = await findAdminReferral(tx, id);
    if (!stored) throw notFound();
    return stored;
  });
}

/**
 * Deletes a referral; a completed one first gives back its rung and its reward. Its id can never be used
 * again (410). 404 if there is no such referral.
 */
export async function deleteReferral(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    await changeReferrals(tx, actor, [{ referral: await requireReferral(tx, id), to: null }]);
  });
}

async function requireReferral(tx: SqlEntityManager, id: string): Promise<ReferralEntity> {
  const userId = await findOwner(tx, id);
  const [referral] = userId === undefined ? [] : await lockReferrals(tx, userId, [id]);
  if (!referral) throw notFound('There is no such referral');
  return referral;
}
