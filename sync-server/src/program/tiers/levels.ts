import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { RewardLevelEntity, type RewardTierEntity } from '../rewards/entities.ts';

/**
 * Makes customers see a stored tier as it is now: an active tier as a level, an inactive one not at all. Call
 * it in the transaction that changes the tier.
 */
export async function showTier(tx: SqlEntityManager, tier: RewardTierEntity): Promise<void> {
  const stored = await tx.findOne(RewardLevelEntity, { tierId: tier.id });
  if (tier.isActive !== 'true') {
    if (stored) tx.remove(stored);
    return;
  }
  const { id: tierId, level, name, requiredReferrals, rewardAmount: reward } = tier;
  if (stored) tx.assign(stored, { level, name, requiredReferrals, reward });
  else tx.create(RewardLevelEntity, { tierId, level, name, requiredReferrals, reward });
}
