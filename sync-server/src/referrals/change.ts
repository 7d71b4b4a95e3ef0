import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { runnerOf } from '../db/query/statement.ts';
import type { Actor } from '../http/context.ts';
import { evaluateAchievements } from '../program/achievements/evaluate.ts';
import { tellAchievements } from '../messages/mail/tell/tell.ts';
import { tellFriendsMoved } from '../messages/mail/tell/tell-friends.ts';
import { writeAudit } from '../ground/audit/service.ts';
import { recalculateImpact } from '../program/impact/service.ts';
import { freeRungs, takeRungs } from '../program/rewards/ladder.ts';
import { eraseNamesInLedger } from '../program/rewards/erase-names.ts';
import { lockUser } from '../ground/users/lock-user.ts';
import { ReferralEntity } from './entities.ts';
import { withParts } from './parts.ts';

/** A change of a referral. */
export interface Change {
  readonly referral: ReferralEntity;
  /** Null deletes it. */
  readonly to: ReferralStatus | null;
}

/**
 * Whether somebody changed a referral since an admin saw it as `expected`. If it already is as they want it,
 * that is no conflict.
 */
export function isChangedMeanwhile(
  { status }: ReferralEntity,
  { expected, wanted }: { expected: string; wanted?: ReferralStatus },
): boolean {
  return status !== expected && status !== wanted;
}

/** Whether a change makes a referral a completed one. */
export const isCompletion = ({ referral, to }: Change) =>
  to === 'completed' && referral.status !== 'completed';

/** The owner of a referral, if there is one. */
export async function findOwner(em: SqlEntityManager, id: string): Promise<string | undefined> {
  const sql = 'select user_id as "userId" from referrals where id = ?';
  return (await em.execute<{ userId: string }[]>(sql, [id]))[0]?.userId;
}

/**
 * A user's referrals with these ids, as earlier transactions left them; deleted ones are left out. Locks the
 * user's row first, as every act on rewards does, so that acts on one user take turns and never deadlock.
 */
export async function lockReferrals(
  tx: SqlEntityManager,
  userId: string,
  ids: readonly string[],
): Promise<ReferralEntity[]> {
  await lockUser(tx, userId);
  return tx.find(ReferralEntity, { id: { $in: [...ids] }, userId });
}

/**
 * Changes different referrals of one user, in order and in the transaction in which `lockReferrals` holds the
 * user's row: entering `completed` takes a rung, leaving it gives the rung back, and the resulting figures
 * are worked out once. Either all of them enter `completed` or none does, because an achievement may be
 * earned after some have entered it and before others leave it.
 */
export async function changeReferrals(
  tx: SqlEntityManager,
  actor: Actor,
  changes: readonly Change[],
): Promise<void> {
  const real = changes.filter(({ referral, to }) => referral.status !== to);
  const userId = real[0]?.referral.userId;
  if (userId === undefined) return;
  for (const change of real) auditChange(tx, actor, change);
  const isLadderTouched = await moveOnLadder(tx, userId, real);
  for (const { referral, to } of real) {
    if (to === null) tx.remove(referral);
    else tx.assign(referral, { status: to });
  }
  // Counts come from the stored rows, so this transaction's changes must be written first.
  await tx.flush();
  const deleted = real.filter(({ to }) => to === null);
  await eraseNamesInLedger(
    tx,
    deleted.map(({ referral }) => referral.id),
  );
  await evaluateAchievements(runnerOf(tx), [userId]);
  if (isLadderTouched) await recalculateImpact(tx, [userId]);
  await tell(tx, { actorId: actor.userId, userId }, real);
}

async function tell(
  tx: SqlEntityManager,
  whom: { readonly actorId: string; readonly userId: string },
  changes: readonly Change[],
): Promise<void> {
  const moved = changes
    .filter(({ to }) => to !== null)
    .map(({ referral: { id, ordinal }, to }) => ({
      referralId: id,
      // One that pays nothing holds no rung.
      isReward: to === 'completed' && ordinal !== null,
    }));
  await tellFriendsMoved(tx, { ...whom, moved });
  await tellAchievements(tx, whom);
}

/** Returns whether any of them takes or leaves a rung. */
async function moveOnLadder(tx: SqlEntityManager, userId: string, changes: readonly Change[]) {
  const entering = changes.filter(({ to }) => to === 'completed').map(({ referral }) => referral);
  const leaving = changes.map(({ referral }) => referral).filter(isCompleted);
  if (entering.length > 0) {
    const rungs = await takeRungs(tx, userId, await withParts(tx, entering));
    for (const [at, referral] of entering.entries()) tx.assign(referral, rungs[at] ?? {});
  }
  if (leaving.length > 0) {
    const rung = await freeRungs(tx, await withParts(tx, leaving));
    for (const referral of leaving) tx.assign(referral, rung);
  }
  return entering.length + leaving.length > 0;
}

const isCompleted = ({ status }: ReferralEntity) => status === 'completed';

function auditChange(tx: SqlEntityManager, actor: Actor, { referral, to }: Change): void {
  const { id, status } = referral;
  const changes = [{ field: 'status', from: status, to }];
  const action = to === null ? 'referral.delete' : 'referral.status';
  const line = { userId: actor.userId, action, entity: 'referral', entityId: id, changes };
  writeAudit(tx, actor, line);
}
