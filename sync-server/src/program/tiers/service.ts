import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  NewRewardTier,
  RewardTier,
  RewardTierChange,
} from '@sunloop/shared-types/program/admin-reward.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import type { Actor } from '../../http/context.ts';
import { invalid, notFound } from '../../http/errors.ts';
import { sentFields } from '../../http/parse.ts';
import { changesOf } from '../../ground/audit/changes-of.ts';
import { writeAudit, type AuditDeed } from '../../ground/audit/service.ts';
import { RewardTierEntity } from '../rewards/entities.ts';
import { changeTiersAndAdvertisedRewards } from './advertised.ts';
import { showTier } from './levels.ts';

/** All tiers by level, then age. */
export async function findTiers(em: SqlEntityManager): Promise<RewardTier[]> {
  const orderBy = { level: 'asc', createdAt: 'asc', id: 'asc' } as const;
  return (await em.find(RewardTierEntity, {}, { orderBy })).map(presentTier);
}

/** Creates a tier and, if it is active, its level; throws 400 if the range is empty. */
export async function addTier(
  em: SqlEntityManager,
  actor: Actor,
  given: NewRewardTier,
): Promise<RewardTier> {
  return em.transactional(async (tx) => {
    const tier = tx.create(RewardTierEntity, completeTier(given));
    await changeTiersAndAdvertisedRewards(tx, async () => {
      await tx.flush();
      await showTier(tx, tier);
    });
    const details = `${tier.name}: ${tier.rewardAmount}`;
    auditTier(tx, actor, { action: 'reward_tier.create', tier, details });
    return presentTier(tier);
  });
}

/**
 * Changes a tier and its level; what is absent stays, null clears. What it has already paid stays. Throws 404, and
 * 400 if the range would be empty.
 */
export async function changeTier(
  em: SqlEntityManager,
  actor: Actor,
  { id, change }: { id: string; change: RewardTierChange },
): Promise<RewardTier> {
  return em.transactional(async (tx) => {
    const tier = await requireTier(tx, id);
    const before = presentTier(tier);
    await changeTiersAndAdvertisedRewards(tx, async () => {
      tx.assign(tier, completeTier({ ...before, ...sentFields(change) }));
      await showTier(tx, tier);
    });
    const after = presentTier(tier);
    const changes = changesOf(before, after);
    auditTier(tx, actor, { action: 'reward_tier.change', tier, changes });
    return after;
  });
}

/** Deletes a tier; its level goes with it in the database. Throws 404. */
export async function deleteTier(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const tier = await requireTier(tx, id);
    const details = `${tier.name}: ${tier.rewardAmount}`;
    auditTier(tx, actor, { action: 'reward_tier.delete', tier, details });
    await changeTiersAndAdvertisedRewards(tx, async () => void tx.remove(tier));
  });
}

function completeTier(given: NewRewardTier) {
  const { level, name, requiredReferrals, rewardAmount, isActive } = given;
  const minReferrals = given.minReferrals ?? requiredReferrals;
  const maxReferrals = given.maxReferrals ?? null;
  if (maxReferrals !== null && maxReferrals < minReferrals) {
    const message = `Must be at least ${minReferrals}, where the tier begins`;
    throw invalid(message, { maxReferrals: message });
  }
  return {
    level,
    name,
    minReferrals,
    maxReferrals,
    requiredReferrals,
    rewardAmount,
    amountCents: parseCents(rewardAmount),
    description: given.description ?? null,
    isActive,
  };
}

// Locked, so that two changes at once build on each other and the level follows the last.
async function requireTier(tx: SqlEntityManager, id: string): Promise<RewardTierEntity> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const tier = await tx.findOne(RewardTierEntity, id, { lockMode });
  if (!tier) throw notFound('There is no such tier');
  return tier;
}

function auditTier(
  tx: SqlEntityManager,
  actor: Actor,
  { tier, ...line }: AuditDeed & { tier: RewardTierEntity },
): void {
  writeAudit(tx, actor, {
    ...line,
    userId: actor.userId,
    entity: 'reward_tier',
    entityId: tier.id,
  });
}

function presentTier(tier: RewardTierEntity): RewardTier {
  return {
    id: tier.id,
    level: tier.level,
    name: tier.name,
    minReferrals: tier.minReferrals,
    maxReferrals: tier.maxReferrals ?? null,
    requiredReferrals: tier.requiredReferrals,
    rewardAmount: tier.rewardAmount,
    description: tier.description ?? null,
    isActive: tier.isActive,
    createdAt: tier.createdAt.toISOString(),
  };
}
