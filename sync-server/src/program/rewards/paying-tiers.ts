import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';

export type ActiveTier = PayingTier & { description: string | null };

const FIND_TIERS = defineStatement(
  'find-paying-tiers',
  `select t.id, t.name, t.level, t.min_referrals as "minReferrals", t.max_referrals as "maxReferrals",
     t.reward_amount as "rewardAmount", t.is_active as "isActive", t.description,
     ${isoTime('t.created_at', 'createdAt')}
   from reward_tiers t where t.is_active = 'true' order by t.min_referrals, t.id`,
);

/** The active tiers, for `rewardAt` and `spansOf` to choose from. */
export function findPayingTiers(em: SqlEntityManager): Promise<ActiveTier[]> {
  return runnerOf(em)<ActiveTier>(FIND_TIERS, []);
}
