import * as v from 'valibot';
import { AchievementIcon, AchievementType, Rarity } from './achievement.ts';
import { DESCRIPTION_MAX, LABEL_MAX } from '../limits.ts';
import { Flag, Id, optionalText, text, Timestamp } from '../values/text.ts';

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
