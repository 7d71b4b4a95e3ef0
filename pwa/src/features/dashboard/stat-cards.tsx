import type { UserStats } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { readCounts, type Counts } from './read-counts.ts';

/** SPEC §2. */
const DEFAULT_EARNED = '$0';
const UNKNOWN = '–';

type Props = { db: UserDb; stats: ReadingOf<UserStats> };

/** Counts from this device, else from the server; what neither knows yet is a dash. */
function useFigures(db: UserDb, server: UserStats | undefined) {
  const counts = useLiveQuery(() => readCounts(db), [db]) ?? (server && countsOf(server));
  return {
    total: String(counts?.total ?? UNKNOWN),
    successful: String(counts?.successful ?? UNKNOWN),
    pending: String(counts?.pending ?? UNKNOWN),
    earned: server ? server.rewardsEarned || DEFAULT_EARNED : UNKNOWN,
    waiting: counts?.waiting ? `${counts.waiting} waiting to send` : undefined,
  };
}

const countsOf = (server: UserStats): Counts => ({
  total: server.totalReferrals,
  successful: server.successfulReferrals,
  pending: server.pendingReferrals,
  waiting: 0,
});

/** The four figures of the dashboard; money only as the server tells it. */
export function StatCards({ db, stats }: Props) {
  const isKnown = stats.kind === 'ready';
  // Nothing while it loads: a note that goes again would move the page.
  const missing = stats.kind === 'missing' ? 'Not loaded yet' : undefined;
  const figures = useFigures(db, isKnown ? stats.data : undefined);
  return (
    <dl className="stat-grid" data-count="4">
      <StatCard
        title="Total Referrals"
        value={figures.total}
        icon="people"
        note={figures.waiting}
      />
      <StatCard title="Successful" value={figures.successful} icon="check" tone="success" />
      <StatCard title="Pending" value={figures.pending} icon="clock" tone="pending" />
      <StatCard
        title="Rewards Earned"
        value={figures.earned}
        icon="gift"
        tone="warning"
        note={isKnown ? stats.age : missing}
      />
    </dl>
  );
}
