import type { UserDb } from '../../data/user-db.ts';
import { StatCard } from '../../ui/stat-card.tsx';
import { countRows } from './list-rows.ts';
import { useOwnReferrals } from './use-own-referrals.ts';

/** How many, from what this device holds; what waits counts at once. */
export function ReferralCounts({ db }: { db: UserDb }) {
  const own = useOwnReferrals(db);
  const { total, successful, pending } = countRows(own?.rows ?? []);
  // A list that never arrived is not an empty one.
  const isKnown = own !== undefined && (own.wasFetched || total > 0);
  const show = (count: number) => (isKnown ? String(count) : '–');
  return (
    <dl className="stat-grid">
      <StatCard title="Total Referrals" value={show(total)} icon="people" />
      <StatCard title="Successful" value={show(successful)} icon="check" tone="success" />
      <StatCard title="Pending" value={show(pending)} icon="clock" tone="pending" />
    </dl>
  );
}
