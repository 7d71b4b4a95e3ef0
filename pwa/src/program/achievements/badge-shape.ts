import { type Achievement, RARITIES } from '@sunloop/shared-types/program/achievement.ts';

/** How many rays the sun of each icon has, so that badges are told apart from afar. */
const RAYS: Readonly<Record<Achievement['icon'], number>> = {
  zap: 6,
  award: 8,
  crown: 9,
  star: 10,
  trophy: 12,
  gift: 14,
  target: 16,
};

/** Rays around the sun of an achievement with this icon. */
export const raysOf = (icon: Achievement['icon']): number => RAYS[icon];

/** Loops around it: one for common, one more for each step of rarity. */
export const arcsOf = (rarity: Achievement['rarity']): number => RARITIES.indexOf(rarity) + 1;
