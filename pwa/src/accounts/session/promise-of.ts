import type { Programme } from '@sunloop/shared-types/program/ladder.ts';

const FEW = ['', '', 'two', 'three', 'four', 'five'];

/** What somebody can earn, in a sentence. */
export function promiseOf({ spans, highest }: Programme): string {
  const [first] = spans;
  if (!first) return '';
  const { to, reward } = first;
  if (to === null) return `${reward} for every friend who goes solar.`;
  const many = `each of your first ${FEW[to] ?? to} referrals`;
  const more =
    highest && highest !== reward ? `up to ${highest} as you go on` : 'more as you go on';
  return `${reward} for ${to === 1 ? 'your first referral' : many}, and ${more}.`;
}
