import { type Achievement, RARITY_LABELS } from '@sunloop/shared-types/program/achievement.ts';

/** How rare, in a word. */
export function rarityLabel({ rarity }: Pick<Achievement, 'rarity'>): string {
  return RARITY_LABELS[rarity];
}

/** SPEC §9: the two rarest sparkle. */
export function hasSparkles({ rarity }: Pick<Achievement, 'rarity'>): boolean {
  return rarity === 'epic' || rarity === 'legendary';
}
