import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  referralStatusLabel,
  type AdminReferral,
  type ReferralStatus,
  type ReferralStatusChange,
} from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { evaluateAchievements } from '../achievements/evaluate.ts';
import { writeAudit } from '../audit/service.ts';
import { recalculateImpact } from '../impact/service.ts';
import { freeRung, takeRung } from '../rewards/ladder.ts';
import { ReferralEntity } from './entities.ts';
import { findAdminReferral } from './queries.ts';

/**
 * Sets a referral's status; entering `completed` pays the user's next free rung, leaving it takes the pay
 * back. Setting the status it has changes nothing. 404 where there is no such referral, 409
 * `changed_meanwhile` where another status than the `expected` one is stored by now.
 */
export async function changeStatus(
  em: SqlEntityManager,
  actor: Actor,
  { id, status, expected }: ReferralStatusChange & { id: string },
): Promise<AdminReferral> {
  return em.transactional(async (tx) => {
    const referral = await lockReferral(tx, id);
    if (!referral) throw notFound('There is no such referral');
    if (expected !== undefined && isChangedMeanwhile(referral, { expected, wanted: status })) {
      throw conflict('changed_meanwhile', `Somebody else has set it to ${labelOf(referral)}`);
    }
    return setStatus(tx, actor, { referral, status });
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
    if (!referral) throw notFound('There is no such referral');
    await removeReferral(tx, actor, referral);
  });
}

/**
 * Whether somebody changed a referral since an admin saw it as `expected`. Where it is as they want it by
 * now there is nothing to disagree about.
 */
export function isChangedMeanwhile(
  { status }: ReferralEntity,
  { expected, wanted }: { expected: string; wanted?: ReferralStatus },
): boolean {
  return status !== expected && status !== wanted;
}

/** Sets the status of a referral that `lockReferral` gave, in the same transaction. */
export async function setStatus(
  tx: SqlEntityManager,
  actor: Actor,
  { referral, status }: { referral: ReferralEntity; status: ReferralStatus },
): Promise<AdminReferral> {
  const { id, status: before } = referral;
  if (before !== status) {
    const rung = await rungAfter(tx, referral, status);
    tx.assign(referral, { status, ...rung });
    await settle(tx, referral.userId, rung !== undefined);
    auditReferral(tx, actor, { id, verb: 'status', details: `${before} → ${status}` });
    await tx.flush();
  }
  const stored = await findAdminReferral(tx, id);
  if (!stored) throw notFound();
  return stored;
}

/** Deletes a referral that `lockReferral` gave, in the same transaction. */
export async function removeReferral(
  tx: SqlEntityManager,
  actor: Actor,
  referral: ReferralEntity,
): Promise<void> {
  const { id, status, userId } = referral;
  const wasCompleted = status === 'completed';
  if (wasCompleted) await freeRung(tx, referral);
  tx.remove(referral);
  await settle(tx, userId, wasCompleted);
  auditReferral(tx, actor, { id, verb: 'delete', details: `was ${status}` });
  await tx.flush();
}

/**
 * The referral as it is after whoever came before; nothing where there is none. First the user's row, as
 * every act on rewards does, so that those of one user take turns and never deadlock.
 */
export async function lockReferral(
  tx: SqlEntityManager,
  id: string,
): Promise<ReferralEntity | null> {
  const owners = await tx.execute(
    `select 1 from users where id = (select user_id from referrals where id = ?) for no key update`,
    [id],
  );
  return owners.length > 0 ? tx.findOne(ReferralEntity, id) : null;
}

function auditReferral(
  tx: SqlEntityManager,
  actor: Actor,
  { id, verb, details }: { id: string; verb: 'status' | 'delete'; details: string },
): void {
  const line = { userId: actor.userId, action: `referral.${verb}`, entity: 'referral' };
  writeAudit(tx, actor, { ...line, entityId: id, details });
}

const labelOf = ({ status }: ReferralEntity) => referralStatusLabel(status);

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
