import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type PayingTier, rewardAt } from '@sunloop/shared-types/program/tier-spans.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { AvailableRewardEntity } from '../rewards/entities.ts';
import { findPayingTiers } from '../rewards/paying-tiers.ts';

/**
 * Changes tiers and then those advertised rewards that named what the tiers pay, so that they stay true.
 * Rewards an admin worded differently stay. Call it in the transaction that changes the tiers.
 */
export async function changeTiersAndAdvertisedRewards<T>(
  tx: SqlEntityManager,
  change: () => Promise<T>,
): Promise<T> {
  const before = await findPayingTiers(tx);
  const changed = await change();
  await tx.flush();
  const after = await findPayingTiers(tx);
  for (const reward of await tx.find(AvailableRewardEntity, {})) {
    const n = Math.max(1, reward.requiredReferrals);
    if (isSame(reward.amount, before, n) && !isSame(reward.amount, after, n)) {
      tx.assign(reward, { amount: rewardAt(after, n) });
    }
  }
  return changed;
}

function isSame(amount: string, tiers: readonly PayingTier[], n: number): boolean {
  return writeMoney(amount) === writeMoney(rewardAt(tiers, n));
}
