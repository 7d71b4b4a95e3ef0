import type { UserStats } from '@sunloop/shared-types/program/reward.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { type Counts, followCounts } from '@sunloop/engine/rows.ts';
import { useFollowed } from '../../stored/use-stored.ts';

/** SPEC §2. */
const DEFAULT_EARNED = '$0';
const UNKNOWN = '–';

type Props = {
  counts: Counts | undefined;
  stats: ReadingOf<UserStats>;
  /** What was earned, from the call that says it everywhere; without it, what the figures say. */
  earned?: string | undefined;
};

/** Counts from this device, otherwise from the server. */
export function useCounts(stats: ReadingOf<UserStats>): Counts | undefined {
  const counts = useFollowed(followCounts);
  return counts ?? (stats.kind === 'ready' ? countsOf(stats.data) : undefined);
}

const countsOf = (server: UserStats): Counts => ({
  total: server.totalReferrals,
  successful: server.successfulReferrals,
  pending: server.pendingReferrals,
  waiting: 0,
});

/** The four figures of the dashboard, with a dash for unknown ones; money only as the server gives it. */
export function StatCards({ counts, stats, earned }: Props) {
  const isKnown = stats.kind === 'ready';
  // Nothing while it loads, because a note that disappears would move the page.
  const missing = stats.kind === 'missing' ? 'Not loaded yet' : undefined;
  return (
    <dl className="stat-grid" data-count="4">
      <StatCard
        title="Total Referrals"
        value={String(counts?.total ?? UNKNOWN)}
        icon="people"
        note={counts?.waiting ? `${counts.waiting} waiting to send` : undefined}
      />
      <StatCard
        title="Successful"
        value={String(counts?.successful ?? UNKNOWN)}
        icon="check"
        tone="good"
      />
      <StatCard
        title="Pending"
        value={String(counts?.pending ?? UNKNOWN)}
        icon="clock"
        tone="info"
      />
      <StatCard
        title="Rewards Earned"
        value={earned ?? (isKnown ? stats.data.rewardsEarned || DEFAULT_EARNED : UNKNOWN)}
        icon="gift"
        tone="wait"
        note={isKnown ? stats.age : missing}
      />
    </dl>
  );
}
