import { DEFAULT_REWARD } from '../limits.ts';
import type { RewardTier } from './admin-reward.ts';

/** The parts of a tier that decide which referrals it pays, and what. */
export type PayingTier = Pick<
  RewardTier,
  | 'id'
  | 'name'
  | 'level'
  | 'minReferrals'
  | 'maxReferrals'
  | 'rewardAmount'
  | 'isActive'
  | 'createdAt'
>;

/**
 * Successful referrals `from` to `to` (null: and all after) that one tier pays; `tier` is null if none does.
 */
export interface Span<Tier extends PayingTier = PayingTier> {
  from: number;
  to: number | null;
  tier: Tier | null;
}

/** Whether a tier counts for the `n`th successful referral at all. */
export function covers(tier: PayingTier, n: number): boolean {
  if (tier.isActive !== 'true' || tier.minReferrals > n) return false;
  return tier.maxReferrals === null || tier.maxReferrals >= n;
}

/**
 * Which of the tiers pays the `n`th successful referral: the one that begins last, then the higher level,
 * then the newer. The only place where this is decided, for what the ledger pays and for what people are told
 * (DESIGN.md, Rewards).
 */
export function winnerAt<Tier extends PayingTier>(tiers: readonly Tier[], n: number): Tier | null {
  const [winner] = tiers.filter((tier) => covers(tier, n)).toSorted(byPrecedence);
  return winner ?? null;
}

/** What the `n`th successful referral pays, as stored with the tier; the default if no tier pays it. */
export function rewardAt(tiers: readonly PayingTier[], n: number): string {
  return winnerAt(tiers, n)?.rewardAmount ?? DEFAULT_REWARD;
}

function byPrecedence(a: PayingTier, b: PayingTier): number {
  return (
    b.minReferrals - a.minReferrals ||
    b.level - a.level ||
    compareTexts(b.createdAt, a.createdAt) ||
    compareTexts(b.id, a.id)
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The numbers at which something may change: every start, and the first number after every end. */
export function edgesOf(tiers: readonly PayingTier[]): number[] {
  const edges = tiers.flatMap(({ minReferrals, maxReferrals }) => [
    Math.max(1, minReferrals),
    maxReferrals === null ? 1 : maxReferrals + 1,
  ]);
  return [...new Set([1, ...edges])].toSorted((a, b) => a - b);
}

/** Which tier pays from the first successful referral on, without gaps between the spans. */
export function spansOf<Tier extends PayingTier>(tiers: readonly Tier[]): Span<Tier>[] {
  const spans: Span<Tier>[] = [];
  for (const from of edgesOf(tiers)) {
    const tier = winnerAt(tiers, from);
    const last = spans.at(-1);
    if (last?.tier?.id === tier?.id && last) continue;
    if (last) last.to = from - 1;
    spans.push({ from, to: null, tier });
  }
  return spans;
}
