import type { RewardHistoryItem, RewardLevel } from '@sunloop/shared-types';
import { earnedRewards, TRACKER_BOXES } from './reward-figures.ts';

/** One of the ten successful referrals on the way up. */
export type Stop = {
  /** The first is 1. */
  ordinal: number;
  state: 'done' | 'next' | 'ahead';
  /** What it brought, or what its level pays. */
  reward: string | undefined;
  /** Whose completion stands there, as far as the ledger tells. */
  referralId: string | null;
};

type Known = {
  done: number;
  levels: readonly RewardLevel[];
  history: readonly RewardHistoryItem[];
};

/** The path as this person stands on it, from the oldest reward that stands to what lies ahead. */
export function stopsOf({ done, levels, history }: Known): Stop[] {
  const earned = earnedRewards(history).rewards.toReversed();
  return Array.from({ length: TRACKER_BOXES }, (_, index) => {
    const line = index < done ? earned[index] : undefined;
    const level = levels.findLast(({ requiredReferrals }) => requiredReferrals <= index + 1);
    return {
      ordinal: index + 1,
      state: index < done ? 'done' : index === done ? 'next' : 'ahead',
      reward: line?.amount ?? level?.reward,
      referralId: line?.referralId ?? null,
    };
  });
}
