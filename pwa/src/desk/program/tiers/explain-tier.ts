import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import {
  covers,
  edgesOf,
  spansOf,
  winnerAt,
  type PayingTier,
  type Span,
} from '@sunloop/shared-types/program/tier-spans.ts';
import { capitalize, referralsText, type Numbers } from './span-words.ts';

/** What saving a tier would do, for the person to read beforehand. */
export type Explanation = {
  /** Whole sentences; what changes comes first. */
  lines: string[];
  /** Which tier would pay what afterwards. */
  ladder: Span[];
};

/** Referrals with the same outcome: the tier that pays now, the one that would, and whether the draft covers them. */
type SpanChange = Numbers & { was: PayingTier | null; will: PayingTier | null; isCovered: boolean };

/**
 * What would change if `draft` replaced the tier with its id, or joined the others if there is none. `name` is what the
 * sentences call it.
 */
export function explainTier(
  tiers: readonly PayingTier[],
  draft: PayingTier,
  name = 'this tier',
): Explanation {
  const others = tiers.filter(({ id }) => id !== draft.id);
  const after = [...others, draft];
  const pieces = piecesOf(tiers, after, draft);
  const lines = [
    ...takenLines(pieces, { tiers, draft, name }),
    ...releasedLines(pieces, draft),
    ...keptLines(pieces, { tiers, draft }),
    ...idleLines(pieces, { tiers, draft, name }),
    ...gapLines(pieces),
  ];
  return { lines, ladder: spansOf(after) };
}

/** What pays for a tier's referrals once it is gone; empty if it pays none. */
export function explainRemoval(tiers: readonly PayingTier[], tier: PayingTier): string[] {
  const after = tiers.filter(({ id }) => id !== tier.id);
  return releasedLines(piecesOf(tiers, after, tier), tier);
}

function piecesOf(
  before: readonly PayingTier[],
  after: readonly PayingTier[],
  draft: PayingTier,
): SpanChange[] {
  const edges = edgesOf([...before, ...after]);
  return edges.map((from, at) => ({
    from,
    to: (edges[at + 1] ?? 0) - 1 < from ? null : (edges[at + 1] ?? 0) - 1,
    was: winnerAt(before, from),
    will: winnerAt(after, from),
    isCovered: covers(draft, from),
  }));
}

type About = { tiers: readonly PayingTier[]; draft: PayingTier; name: string };

/** What the tier would pay that another tier or the default pays now. */
function takenLines(pieces: readonly SpanChange[], { tiers, draft, name }: About): string[] {
  const taken = pieces.filter(({ was, will }) => will?.id === draft.id && was?.id !== draft.id);
  return groupBy(taken, ({ was }) => was).map(([loser, numbers]) => {
    const which = referralsText(numbers);
    if (!loser) {
      return `${capitalize(which)} would be paid '${draft.rewardAmount}' by ${name} instead of the default '${DEFAULT_REWARD}'.`;
    }
    const all = referralsText(spansOf(tiers).filter(({ tier }) => tier?.id === loser.id));
    return `${capitalize(all)} pay${singular(all)} ${payText(loser)}; ${name} would take over ${which}, because it ${reason(draft, loser)}.`;
  });
}

/** What the tier pays now and would no longer pay. */
function releasedLines(pieces: readonly SpanChange[], draft: PayingTier): string[] {
  const released = pieces.filter(({ was, will }) => was?.id === draft.id && will?.id !== draft.id);
  return groupBy(released, ({ will }) => will).map(([heir, numbers]) => {
    const which = capitalize(referralsText(numbers));
    if (heir) return `${which} would go to ${heir.name} ('${heir.rewardAmount}').`;
    return `${which} would be left without a tier and pay the default '${DEFAULT_REWARD}'.`;
  });
}

/** What the tier covers but another one still pays. */
function keptLines(pieces: readonly SpanChange[], { draft }: Omit<About, 'name'>): string[] {
  const kept = pieces.filter(
    ({ isCovered, will, was }) => isCovered && will?.id !== draft.id && was?.id !== draft.id,
  );
  return groupBy(kept, ({ will }) => will).flatMap(([winner, numbers]) => {
    if (!winner) return [];
    const which = referralsText(numbers);
    return [
      `${capitalize(which)} stay${singular(which)} with ${payText(winner, 'named')}, because it ${reason(winner, draft)}.`,
    ];
  });
}

/** If the lines above do not say it: that the tier pays nothing, or does not overlap others. */
function idleLines(pieces: readonly SpanChange[], { tiers, draft, name }: About): string[] {
  if (draft.isActive !== 'true') return [`While inactive, ${name} pays nothing.`];
  if (!pieces.some(({ will }) => will?.id === draft.id)) {
    return [`${capitalize(name)} would pay nothing: other tiers win every referral it covers.`];
  }
  const others = tiers.filter(({ id }) => id !== draft.id);
  const isAlone = pieces.every(({ from, isCovered }) => !isCovered || !winnerAt(others, from));
  return isAlone ? ['No other active tier covers these referrals.'] : [];
}

function gapLines(pieces: readonly SpanChange[]): string[] {
  const gaps = pieces.filter(({ was, will }) => !will && !was);
  if (gaps.length === 0) return [];
  const which = referralsText(gaps);
  return [
    `${capitalize(which)} ${singular(which) ? 'has' : 'have'} no active tier and pay${singular(which)} the default '${DEFAULT_REWARD}'.`,
  ];
}

/** Why `winner` comes before `loser` when both cover a referral (DESIGN.md, Rewards). */
function reason(winner: PayingTier, loser: PayingTier): string {
  if (winner.minReferrals !== loser.minReferrals) {
    return `begins later, at referral ${winner.minReferrals}`;
  }
  return winner.level === loser.level ? 'is newer' : 'has the higher level';
}

function payText({ name, rewardAmount }: PayingTier, form: 'paid' | 'named' = 'paid'): string {
  return form === 'paid' ? `'${rewardAmount}' (${name})` : `${name} ('${rewardAmount}')`;
}

/** The ending of a verb after such a text. */
function singular(which: string): string {
  return which.startsWith('referral ') || which.startsWith('Referral ') ? 's' : '';
}

function groupBy(
  pieces: readonly SpanChange[],
  tierOf: (piece: SpanChange) => PayingTier | null,
): [PayingTier | null, SpanChange[]][] {
  const groups = new Map<string | undefined, [PayingTier | null, SpanChange[]]>();
  for (const piece of pieces) {
    const tier = tierOf(piece);
    const group = groups.get(tier?.id);
    if (group) group[1].push(piece);
    else groups.set(tier?.id, [tier, [piece]]);
  }
  return [...groups.values()];
}
