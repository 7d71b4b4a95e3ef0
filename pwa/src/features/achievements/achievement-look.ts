import type { Achievement, Rarity } from '@sunloop/shared-types';

const RARITY_LABELS: Record<Rarity, string> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
};

/** How rare, in a word. */
export function rarityLabel({ rarity }: Pick<Achievement, 'rarity'>): string {
  return RARITY_LABELS[rarity];
}

/** SPEC §9: the two rarest sparkle. */
export function hasSparkles({ rarity }: Pick<Achievement, 'rarity'>): boolean {
  return rarity === 'epic' || rarity === 'legendary';
}
