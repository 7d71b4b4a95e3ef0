import type {
  AvailableReward,
  RewardHistoryItem,
  RewardLevel,
} from '@sunloop/shared-types/program/reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';

/** SPEC §9: how many of the newest rewards the summary shows. */
export const RECENT_REWARDS = 3;

/** The text of the card when every level is reached (SPEC §2). */
export const ALL_COMPLETE = 'All Complete!';

/**
 * The first level that is not completed, as 'High Noon, $500, at 5'; 'all' if there are levels and none is left,
 * undefined if there are none.
 */
export function nextLevel(levels: readonly RewardLevel[]): string | undefined {
  const next = levels.find((level) => !level.completed);
  if (!next) return levels.length > 0 ? 'all' : undefined;
  return `${next.name}, ${writeMoney(next.reward)}, at ${next.requiredReferrals}`;
}

/** How often the successful count has reached the requirement; 0 is not yet. */
export function timesReached(reward: AvailableReward, successful: number): number {
  if (reward.requiredReferrals === 0) return successful > 0 ? 1 : 0;
  return Math.floor(successful / reward.requiredReferrals);
}

const isReversal = ({ amount }: RewardHistoryItem) => /^(?:-|Reversed:)/.test(amount);

/**
 * The rewards still earned, newest first. A referral that left `completed` has a reversing line after
 * its reward: both stay in the ledger, and neither counts here.
 */
export function earnedRewards(history: readonly RewardHistoryItem[]): RewardHistoryItem[] {
  const newestFirst = history.toSorted(
    (a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id),
  );
  const settled = new Set<string>();
  return newestFirst.filter((line) => {
    const isOlderLine = line.referralId !== null && settled.has(line.referralId);
    if (line.referralId !== null) settled.add(line.referralId);
    return !isOlderLine && !isReversal(line);
  });
}
