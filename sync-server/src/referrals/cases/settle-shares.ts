import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { rewardAt } from '@sunloop/shared-types/program/tier-spans.ts';
import { readDollars } from '@sunloop/shared-types/values/money.ts';
import { runnerOf } from '../../db/query/statement.ts';
import type { Actor } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { evaluateAchievements } from '../../program/achievements/evaluate.ts';
import { tellAchievements } from '../../messages/mail/tell/tell.ts';
import { tellFriendsMoved } from '../../messages/mail/tell/tell-friends.ts';
import type { Part } from '../../program/rewards/amounts.ts';
import { freeRungs, takeRungs, UNPARTABLE } from '../../program/rewards/ladder.ts';
import { findPayingTiers } from '../../program/rewards/paying-tiers.ts';
import { findOpenRungs } from '../../program/rewards/program.ts';
import type { ReferralEntity } from '../entities.ts';
import { partOfShare, withParts } from '../parts.ts';
import type { Settled } from './judge-decision.ts';

/**
 * Gives referrals their new shares. A completed one of which something else is to be paid leaves its rung and takes the lowest
 * free one, as if it left `completed` and came back: opposite lines and new ones. Needs a transaction that has locked the rows of
 * their users, before the decision is stored. Throws 409 if what one pays, or would pay as things stand, cannot be parted.
 */
export async function settleShares(
  tx: SqlEntityManager,
  actor: Actor,
  { referrals, settled }: { referrals: readonly ReferralEntity[]; settled: Settled },
): Promise<void> {
  const shareOf = ({ id }: ReferralEntity) => settled.shares.get(id) ?? null;
  const before = await withParts(tx, referrals);
  const moved = before
    .map((one) => ({
      ...one,
      to: partOfShare(shareOf(one.referral), one.referral.id === settled.paidFirst),
    }))
    .filter(({ referral, part, to }) => referral.status === 'completed' && !isSame(part, to));
  const rung = await freeRungs(tx, moved, 'was also referred by somebody else');
  for (const { referral } of moved) tx.assign(referral, rung);
  for (const referral of referrals) tx.assign(referral, { share: shareOf(referral) });
  // A rung must be free before it is taken.
  await tx.flush();
  const byUser = Map.groupBy(moved, ({ referral }) => referral.userId);
  for (const [userId, own] of byUser) await enterAgain(tx, actor, { userId, own });
  await refuseUnpartable(
    tx,
    referrals.filter(({ status, share }) => status !== 'completed' && (share ?? 0) > 1),
  );
}

/** A completed referral with what it was paid and what it is to be paid. */
interface Moved {
  readonly referral: ReferralEntity;
  readonly part: Part;
  readonly to: Part;
}

const isSame = (one: Part, other: Part) =>
  one.of === other.of && (one.of < 2 || one.takesRest === other.takesRest);

async function enterAgain(
  tx: SqlEntityManager,
  { userId: actorId }: Actor,
  { userId, own }: { userId: string; own: readonly Moved[] },
): Promise<void> {
  const rungs = await takeRungs(
    tx,
    userId,
    own.map(({ referral, to: part }) => ({ referral, part })),
  );
  for (const [at, { referral }] of own.entries()) tx.assign(referral, rungs[at] ?? {});
  await tx.flush();
  await evaluateAchievements(runnerOf(tx), [userId]);
  const earned = own.filter(({ part, to }) => part.of === 0 && to.of > 0);
  const moved = earned.map(({ referral: { id } }) => ({ referralId: id, isReward: true }));
  await tellFriendsMoved(tx, { actorId, userId, moved });
  await tellAchievements(tx, { actorId, userId });
}

/** Of open referrals, only one that would pay money as things stand is split. */
async function refuseUnpartable(
  tx: SqlEntityManager,
  split: readonly ReferralEntity[],
): Promise<void> {
  if (split.length === 0) return;
  const tiers = await findPayingTiers(tx);
  for (const { id, userId } of split) {
    const rung = (await findOpenRungs(tx, userId)).get(id);
    if (rung && !readDollars(rewardAt(tiers, rung.ordinal))) {
      throw conflict('duplicate_referral', UNPARTABLE);
    }
  }
}
