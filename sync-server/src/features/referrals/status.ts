import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { evaluateAchievements } from '../achievements/evaluate.ts';
import { writeAudit } from '../audit/service.ts';
import { recalculateImpact } from '../impact/service.ts';
import { freeRung, takeRung } from '../rewards/ladder.ts';
import { ReferralEntity } from './entities.ts';
import { findAdminReferral } from './queries.ts';

/**
 * Sets a referral's status; entering `completed` pays the user's next free rung, leaving it takes the pay
 * back. Setting the status it has changes nothing. 404 where there is no such referral.
 */
export async function changeStatus(
  em: SqlEntityManager,
  actor: Actor,
  { id, status }: { id: string; status: ReferralStatus },
): Promise<AdminReferral> {
  return em.transactional(async (tx) => {
    const referral = await lockReferral(tx, id);
    const before = referral.status;
    if (before !== status) {
      const rung = await rungAfter(tx, referral, status);
      tx.assign(referral, { status, ...rung });
      await settle(tx, referral.userId, rung !== undefined);
      const details = `${before} → ${status}`;
      const line = { userId: actor.userId, action: 'referral.status', entity: 'referral' };
      writeAudit(tx, actor, { ...line, entityId: id, details });
      await tx.flush();
    }
    const stored = await findAdminReferral(tx, id);
    if (!stored) throw notFound();
    return stored;
  });
}

/**
 * Deletes a referral; a completed one gives its rung and its pay back first. Its id stays taken for ever
 * (410). 404 where there is no such referral.
 */
export async function deleteReferral(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    const referral = await lockReferral(tx, id);
    const wasCompleted = referral.status === 'completed';
    if (wasCompleted) await freeRung(tx, referral);
    tx.remove(referral);
    await settle(tx, referral.userId, wasCompleted);
    const line = { userId: actor.userId, action: 'referral.delete', entity: 'referral' };
    writeAudit(tx, actor, { ...line, entityId: id, details: `was ${referral.status}` });
  });
}

// First the user's row, as every act on rewards does, so that those of one user take turns and never
// deadlock; then the referral as it is after whoever came before.
async function lockReferral(tx: SqlEntityManager, id: string): Promise<ReferralEntity> {
  const owners = await tx.execute(
    `select 1 from users where id = (select user_id from referrals where id = ?) for no key update`,
    [id],
  );
  const referral = owners.length > 0 ? await tx.findOne(ReferralEntity, id) : null;
  if (!referral) throw notFound('There is no such referral');
  return referral;
}

/** What the referral holds after the change; undefined where the ladder is not touched. */
async function rungAfter(tx: SqlEntityManager, referral: ReferralEntity, status: ReferralStatus) {
  if (status === 'completed') return takeRung(tx, referral);
  if (referral.status === 'completed') return freeRung(tx, referral);
  return undefined;
}

// Counts are taken from the rows, so what this transaction did must have reached them.
async function settle(tx: SqlEntityManager, userId: string, isLadderTouched: boolean) {
  await tx.flush();
  await evaluateAchievements(tx, userId);
  if (isLadderTouched) await recalculateImpact(tx, userId);
}
