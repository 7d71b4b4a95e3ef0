import type { PromisedRungs } from '@sunloop/shared-types/program/admin-reward.ts';
import { edgesOf, rewardAt, type PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';
import { formatCents, parseCents, writeMoney } from '@sunloop/shared-types/values/money.ts';

const EARNED_STAYS = 'What was earned stays.';

/**
 * What saving `draft` does to what open referrals promise, in people and dollars: 'New: $350 for 21 promises of $300, $1,050
 * more in all.'
 */
export function promiseWords(
  tiers: readonly PayingTier[],
  draft: PayingTier,
  promised: readonly PromisedRungs[],
): string[] {
  const after = [...tiers.filter(({ id }) => id !== draft.id), draft];
  const edges = edgesOf([...tiers, ...after]);
  const people = new Map<string, { was: string; will: string; count: number }>();
  edges.forEach((from, at) => {
    const [was, will] = [rewardAt(tiers, from), rewardAt(after, from)].map(writeMoney);
    const count = countIn(promised, from, (edges[at + 1] ?? Infinity) - 1);
    if (was === undefined || will === undefined || was === will || count === 0) return;
    const key = JSON.stringify([was, will]);
    people.set(key, { was, will, count: (people.get(key)?.count ?? 0) + count });
  });
  if (people.size === 0) return [`No promise to a friend changes. ${EARNED_STAYS}`];
  return [...[...people.values()].map(changeWords), EARNED_STAYS];
}

function countIn(promised: readonly PromisedRungs[], from: number, to: number): number {
  return promised.reduce((sum, line) => {
    const rungs = Math.min(to, line.to) - Math.max(from, line.from) + 1;
    return sum + Math.max(0, rungs) * line.people;
  }, 0);
}

function changeWords({ was, will, count }: { was: string; will: string; count: number }): string {
  const promises = count === 1 ? '1 promise' : `${count.toLocaleString('en-US')} promises`;
  const cents = (parseCents(will) - parseCents(was)) * count;
  const sum = `${formatCents(Math.abs(cents))} ${cents < 0 ? 'less' : 'more'} in all`;
  return `New: ${will} for ${promises} of ${was}${cents === 0 ? '' : `, ${sum}`}.`;
}
