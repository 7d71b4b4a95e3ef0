import * as v from 'valibot';
import { DESCRIPTION_MAX, LABEL_MAX } from './limits.ts';
import { Flag, Id, optionalText, text, Timestamp } from './text.ts';

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

export const AchievementDefinition = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  type: v.string(),
  icon: v.string(),
  rarity: v.string(),
  requiredCount: v.number(),
  reward: v.nullable(v.string()),
  isActive: Flag,
  createdAt: Timestamp,
});
export type AchievementDefinition = v.InferOutput<typeof AchievementDefinition>;

const MAX_REQUIRED_COUNT = 1_000_000_000;

export const NewAchievement = v.object({
  title: text(1, LABEL_MAX),
  description: text(1, DESCRIPTION_MAX),
  type: AchievementType,
  icon: AchievementIcon,
  rarity: Rarity,
  requiredCount: v.pipe(
    v.number('Must be a number'),
    v.integer('Must be a whole number'),
    v.minValue(1, 'Must be at least 1'),
    v.maxValue(MAX_REQUIRED_COUNT, `Must be at most ${MAX_REQUIRED_COUNT}`),
  ),
  reward: optionalText(LABEL_MAX),
  isActive: Flag,
});
export type NewAchievement = v.InferOutput<typeof NewAchievement>;
export const AchievementChange = v.partial(NewAchievement);
export type AchievementChange = v.InferOutput<typeof AchievementChange>;
