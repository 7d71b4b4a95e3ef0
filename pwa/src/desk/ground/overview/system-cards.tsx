import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import type { ReadingOf } from '../../../ui/reading.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { earnedAndOwed, paidOut } from './system-figures.ts';

const UNKNOWN = '–';

type Props = {
  stats: ReadingOf<AdminStats>;
  /** SPEC §2 puts the money before the completed referrals in the console, and after them on the dashboard. */
  moneyFirst?: boolean;
};

/** The four figures of the whole program. */
export function SystemCards({ stats, moneyFirst = false }: Props) {
  const known = stats.kind === 'ready' ? stats.data : undefined;
  const show = (figure: (stats: AdminStats) => string | undefined) =>
    (known && figure(known)) ?? UNKNOWN;
  const completed = (
    <StatCard
      key="completed"
      title="Completed Referrals"
      value={show(({ completedReferrals }) => formatNumber(completedReferrals))}
      icon="check"
      tone="good"
    />
  );
  const money = (
    <StatCard
      key="money"
      title="Total Paid Out"
      value={show(paidOut)}
      icon="gift"
      tone="wait"
      note={known && earnedAndOwed(known)}
    />
  );
  return (
    <dl className="stat-grid" data-count="4">
      <StatCard
        title="Total Users"
        value={show(({ totalUsers }) => formatNumber(totalUsers))}
        icon="person"
        note={noteOf(stats)}
      />
      <StatCard
        title="Total Referrals"
        value={show(({ totalReferrals }) => formatNumber(totalReferrals))}
        icon="people"
        tone="info"
      />
      {moneyFirst ? [money, completed] : [completed, money]}
    </dl>
  );
}

function noteOf(stats: ReadingOf<AdminStats>): string | undefined {
  if (stats.kind === 'ready') return undefined;
  return stats.kind === 'loading' ? 'Loading…' : 'Not loaded yet';
}
