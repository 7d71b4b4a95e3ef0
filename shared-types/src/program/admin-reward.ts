import * as v from 'valibot';
import { Amount } from '../values/amount.ts';
import { DESCRIPTION_MAX, LABEL_MAX } from '../limits.ts';
import { RewardHistoryItem } from './reward.ts';
import { Flag, Id, optionalText, text, Timestamp } from '../values/text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const MAX_COUNT = 1_000_000;

export const Payout = v.object({
  ...RewardHistoryItem.entries,
  username: v.string(),
  email: v.string(),
  /** What `amount` is worth in sums; 0 if it is not money. */
  amountCents: v.number(),
  /** When an admin marked it as paid to the user; null before. */
  paidAt: v.nullable(Timestamp),
});
export type Payout = v.InferOutput<typeof Payout>;

const RequiredReferrals = v.pipe(
  v.number('Must be a number'),
  v.integer('Must be a whole number'),
  v.minValue(0, 'Must not be negative'),
  v.maxValue(MAX_COUNT, `Must be at most ${MAX_COUNT}`),
);
const Ordinal = v.pipe(RequiredReferrals, v.minValue(1, 'Must be at least 1'));

export const NewAvailableReward = v.object({
  name: text(1, LABEL_MAX),
  description: optionalText(DESCRIPTION_MAX),
  amount: Amount,
  requiredReferrals: RequiredReferrals,
});
export type NewAvailableReward = v.InferOutput<typeof NewAvailableReward>;
export const AvailableRewardChange = v.partial(NewAvailableReward);
export type AvailableRewardChange = v.InferOutput<typeof AvailableRewardChange>;

export const RewardTier = v.object({
  id: Id,
  level: v.number(),
  name: v.string(),
  minReferrals: count,
  maxReferrals: v.nullable(count),
  requiredReferrals: count,
  rewardAmount: v.string(),
  description: v.nullable(v.string()),
  isActive: Flag,
  createdAt: Timestamp,
});
export type RewardTier = v.InferOutput<typeof RewardTier>;

/** Of how many open referrals each rung from `from` to `to` would be the reward, if all were completed as they stand. */
export const PromisedRungs = v.object({ from: count, to: count, people: count });
export type PromisedRungs = v.InferOutput<typeof PromisedRungs>;

/** `minReferrals` defaults to `requiredReferrals`, `maxReferrals` to none (API.md, Admin). */
export const NewRewardTier = v.object({
  level: Ordinal,
  name: text(1, LABEL_MAX),
  minReferrals: v.optional(v.nullable(RequiredReferrals)),
  maxReferrals: v.optional(v.nullable(RequiredReferrals)),
  requiredReferrals: RequiredReferrals,
  rewardAmount: Amount,
  description: optionalText(DESCRIPTION_MAX),
  isActive: Flag,
});
export type NewRewardTier = v.InferOutput<typeof NewRewardTier>;
/** What is absent stays; null clears (API.md, Admin). */
export const RewardTierChange = v.partial(NewRewardTier);
export type RewardTierChange = v.InferOutput<typeof RewardTierChange>;
