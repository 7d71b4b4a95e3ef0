import * as v from 'valibot';
import { Id, Timestamp } from '../values/text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const UserStats = v.object({
  totalReferrals: count,
  successfulReferrals: count,
  pendingReferrals: count,
  rewardsEarned: v.string(),
});
export type UserStats = v.InferOutput<typeof UserStats>;

export const RewardLevel = v.object({
  id: Id,
  level: v.number(),
  name: v.string(),
  requiredReferrals: count,
  reward: v.string(),
  currentReferrals: count,
  completed: v.boolean(),
  createdAt: Timestamp,
});
export type RewardLevel = v.InferOutput<typeof RewardLevel>;

export const RewardHistoryItem = v.object({
  id: Id,
  userId: Id,
  referralId: v.nullable(Id),
  amount: v.string(),
  description: v.string(),
  date: Timestamp,
  createdAt: Timestamp,
  /** When it was marked as paid to the user; null before. Optional because devices hold older answers. */
  paidAt: v.optional(v.nullable(Timestamp), null),
  /** 'by check, no. 1042': how it was paid, if the office noted it; an older server does not send it. */
  paidHow: v.optional(v.string()),
});
export type RewardHistoryItem = v.InferOutput<typeof RewardHistoryItem>;

export const AvailableReward = v.object({
  id: Id,
  name: v.string(),
  description: v.nullable(v.string()),
  amount: v.string(),
  requiredReferrals: count,
  createdAt: Timestamp,
});
export type AvailableReward = v.InferOutput<typeof AvailableReward>;
