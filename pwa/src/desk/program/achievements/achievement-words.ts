import {
  ACHIEVEMENT_ICONS,
  ACHIEVEMENT_TYPES,
  RARITIES,
  type AchievementIcon,
  type AchievementType,
  type Rarity,
  RARITY_LABELS,
} from '@sunloop/shared-types/program/achievement.ts';
import type { AchievementDefinition } from '@sunloop/shared-types/program/admin-achievement.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';

const TYPE_LABELS: Record<AchievementType, string> = {
  referrals_submitted: 'Referrals submitted',
  referrals_completed: 'Referrals completed',
  rewards_earned: 'Rewards earned',
};

export const TYPE_OPTIONS = ACHIEVEMENT_TYPES.map((id) => ({ id, label: TYPE_LABELS[id] }));
export const RARITY_OPTIONS = RARITIES.map((id) => ({ id, label: RARITY_LABELS[id] }));
export const ICON_OPTIONS = ACHIEVEMENT_ICONS.map((id) => ({
  id,
  label: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
}));

/** SPEC §3: an unknown icon falls back to the trophy, and likewise a rarity to common. */
export function iconOf(icon: string): AchievementIcon {
  return ACHIEVEMENT_ICONS.find((known) => known === icon) ?? 'trophy';
}
export function rarityOf(rarity: string): Rarity {
  return RARITIES.find((known) => known === rarity) ?? 'common';
}
export function typeOf(type: string): AchievementType {
  return ACHIEVEMENT_TYPES.find((known) => known === type) ?? 'referrals_submitted';
}

/** What it requires, in words: '5 referrals submitted', '$1,000 earned in rewards'. */
export function needText({
  type,
  requiredCount,
}: Pick<AchievementDefinition, 'type' | 'requiredCount'>): string {
  const count = requiredCount.toLocaleString('en-US');
  const referrals = requiredCount === 1 ? 'referral' : 'referrals';
  switch (typeOf(type)) {
    case 'referrals_submitted':
      return `${count} ${referrals} submitted`;
    case 'referrals_completed':
      return `${count} ${referrals} completed`;
    case 'rewards_earned':
      return `${formatCents(requiredCount * CENTS_PER_DOLLAR)} earned in rewards`;
  }
}

export type TypeGroup = { type: string; label: string; achievements: AchievementDefinition[] };

/** Grouped by what is counted, each group in the order it is earned (DESIGN.md, Rewards). */
export function groupByType(achievements: readonly AchievementDefinition[]): TypeGroup[] {
  const ordered = achievements.toSorted(
    (a, b) => a.requiredCount - b.requiredCount || (a.createdAt < b.createdAt ? -1 : 1),
  );
  const unknown = ordered.map(({ type }) => type).filter((type) => !isKnown(type));
  return [...ACHIEVEMENT_TYPES, ...new Set(unknown)]
    .map((type) => ({
      type,
      label: isKnown(type) ? TYPE_LABELS[type] : type,
      achievements: ordered.filter((achievement) => achievement.type === type),
    }))
    .filter((group) => group.achievements.length > 0);
}

function isKnown(type: string): type is AchievementType {
  return ACHIEVEMENT_TYPES.some((known) => known === type);
}
