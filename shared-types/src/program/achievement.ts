import * as v from 'valibot';
import { Id, Timestamp } from '../values/text.ts';

/** SPEC §3; an unknown icon is shown as the trophy. */
export const ACHIEVEMENT_ICONS = [
  'trophy',
  'star',
  'award',
  'target',
  'zap',
  'crown',
  'gift',
] as const;
export const AchievementIcon = v.picklist(ACHIEVEMENT_ICONS);
export type AchievementIcon = v.InferOutput<typeof AchievementIcon>;

/** SPEC §9: in this order. */
export const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const;
export const Rarity = v.picklist(RARITIES);
export type Rarity = v.InferOutput<typeof Rarity>;
export const RARITY_LABELS: Record<Rarity, string> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
};

/** What counts toward an achievement (DESIGN.md, Rewards). */
export const ACHIEVEMENT_TYPES = [
  'referrals_submitted',
  'referrals_completed',
  'rewards_earned',
] as const;
export const AchievementType = v.picklist(ACHIEVEMENT_TYPES);
export type AchievementType = v.InferOutput<typeof AchievementType>;

/** An achievement as a customer sees it; `progress.current` may exceed `total`, but the bar stops at 100 %. */
export const Achievement = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  type: v.string(),
  icon: v.fallback(AchievementIcon, 'trophy'),
  rarity: v.fallback(Rarity, 'common'),
  reward: v.optional(v.nullable(v.string())),
  progress: v.optional(v.object({ current: v.number(), total: v.number() })),
  earnedAt: v.optional(v.nullable(Timestamp)),
});
export type Achievement = v.InferOutput<typeof Achievement>;

export const Achievements = v.object({
  earned: v.array(Achievement),
  available: v.array(Achievement),
  locked: v.array(Achievement),
});
export type Achievements = v.InferOutput<typeof Achievements>;
