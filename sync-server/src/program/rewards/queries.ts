import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  AvailableReward,
  RewardHistoryItem,
  RewardLevel,
} from '@sunloop/shared-types/program/reward.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { type Handover, LAST_MARK, paidHow } from './paid-how.ts';

const FIND_LEVELS = defineStatement(
  'find-reward-levels',
  `select l.id, l.level, l.name, l.required_referrals as "requiredReferrals", l.reward,
     done.count as "currentReferrals", done.count >= l.required_referrals as completed,
     ${isoTime('l.created_at', 'createdAt')}
   from reward_levels l
   cross join (select (coalesce((select completed from referral_counts where user_id = $1), 0) - (
     -- Those that pay nothing hold no rung.
     select count(*) from referrals where user_id = $1 and share = 0 and status = 'completed'))::int as count) done
   order by l.level, l.required_referrals, l.created_at, l.id`,
);

/** The levels of the active tiers with this user's progress, by level. */
export function findLevels(em: SqlEntityManager, userId: string): Promise<RewardLevel[]> {
  return runnerOf(em)<RewardLevel>(FIND_LEVELS, [userId]);
}

type Line = Omit<RewardHistoryItem, 'paidHow'> & Handover;

/** The ledger of one user, newest first. */
export async function findHistory(
  em: SqlEntityManager,
  userId: string,
): Promise<RewardHistoryItem[]> {
  const lines = await em.execute<Line[]>(
    `select h.id, h.user_id as "userId", h.referral_id as "referralId", h.amount, h.description,
       ${isoTime('h.date', 'date')}, ${isoTime('h.created_at', 'createdAt')},
       ${isoTime('h.paid_at', 'paidAt')}, m.method, m.reference
     from reward_history h ${LAST_MARK}
     where h.user_id = ? order by h.created_at desc, h.id desc`,
    [userId],
  );
  return lines.map(({ method, reference, ...line }) => {
    const how = paidHow({ method, reference });
    return { ...line, ...(how !== undefined && { paidHow: how }) };
  });
}

/** What the rewards page advertises, fewest referrals first. */
export function findAvailable(em: SqlEntityManager): Promise<AvailableReward[]> {
  return em.execute<AvailableReward[]>(
    `select a.id, a.name, a.description, a.amount, a.required_referrals as "requiredReferrals",
       ${isoTime('a.created_at', 'createdAt')}
     from available_rewards a order by a.required_referrals, a.created_at, a.id`,
  );
}
