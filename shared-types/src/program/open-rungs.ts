import { DEFAULT_REWARD } from '../limits.ts';
import type { Ladder, LadderRung } from './own-ladder.ts';
import type { ReferralStatus } from '../referrals/referral.ts';

/** The statuses of open referrals, furthest first: in this order they are expected to be completed. */
export const OPEN_STATUSES = [
  'in_progress',
  'contact_made',
  'submitted',
] as const satisfies readonly ReferralStatus[];

/** What decides which rung a referral is likely to take. */
export interface OpenReferral {
  readonly id: string;
  readonly status: string;
  /** When it was received, or its place by that: the smaller, the older. */
  readonly age: number;
  /** Who of several referrers of the person is paid was decided (`Referral`). */
  readonly share?: number | null | undefined;
}

/** What the nth successful referral pays now. */
function rewardOfNth({ spans }: Pick<Ladder, 'spans'>, n: number): string {
  const span = spans.find(({ from, to }) => from <= n && (to === null || n <= to));
  return span?.reward ?? DEFAULT_REWARD;
}

/** The free rungs in their order, as far as the given number of completions. */
function freeRungs({ free, next }: Pick<Ladder, 'next' | 'free'>, count: number): number[] {
  const known = free ?? [next.ordinal];
  const last = known.at(-1) ?? next.ordinal;
  return Array.from({ length: count }, (_, at) => known[at] ?? last + at - known.length + 1);
}

/** What the next completions pay, whichever friends they are. */
export function nextRewards(
  ladder: Pick<Ladder, 'spans' | 'next' | 'free'>,
  count: number,
): string[] {
  const [, ...later] = freeRungs(ladder, count);
  return [ladder.next.reward, ...later.map((ordinal) => rewardOfNth(ladder, ordinal))];
}

/**
 * The rung each open referral of one person takes if they are completed as they stand: the furthest first, of the same
 * status the older first. Completed ones, those that pay nothing and those of a status this build does not know have none. The
 * only place where this is decided (DESIGN.md, Rewards).
 */
export function rankOpen(
  referrals: readonly OpenReferral[],
  ladder: Pick<Ladder, 'spans' | 'next' | 'free'>,
): Map<string, LadderRung> {
  const byStatus = Map.groupBy(
    referrals.filter(({ share }) => share !== 0),
    ({ status }) => status,
  );
  const ranked = OPEN_STATUSES.flatMap((status) =>
    (byStatus.get(status) ?? []).toSorted((a, b) => a.age - b.age || (a.id < b.id ? -1 : 1)),
  );
  const free = freeRungs(ladder, ranked.length);
  return new Map(
    ranked.map(({ id, share }, at) => {
      const ordinal = free[at] ?? ladder.next.ordinal;
      const reward = rewardOfNth(ladder, ordinal);
      return [id, { ordinal, reward: share && share > 1 ? `1/${share} of ${reward}` : reward }];
    }),
  );
}
