import { adminReferralRoutes } from '@sunloop/shared-types';
import { LostNotice } from '../../features/admin-overview/lost-notice.tsx';
import { NEWEST, RecentActivity } from '../../features/admin-overview/recent-activity.tsx';
import { SystemCards } from '../../features/admin-overview/system-cards.tsx';
import { SystemMetrics } from '../../features/admin-overview/system-metrics.tsx';
import { InboxPart } from './admin-inbox.tsx';
import type { PanelProps } from './admin-panels.ts';
import { ReportPart } from './admin-report.tsx';
import { useDeskReading } from './use-desk-reading.ts';

/** The whole program at a glance. */
export function OverviewPanel({ db }: Pick<PanelProps, 'db'>) {
  const stats = useDeskReading(db, adminReferralRoutes.adminStats);
  const newest = useDeskReading(db, adminReferralRoutes.adminReferrals, NEWEST);
  return (
    <>
      <LostPart db={db} />
      <InboxPart db={db} />
      <SystemCards stats={stats} moneyFirst />
      <div className="at-a-glance">
        <SystemMetrics
          stats={stats}
          title="Activity Summary"
          payoutLabel="Average Payout per Referral"
        />
        <RecentActivity title="Recent Activity" referrals={newest} />
      </div>
      <ReportPart db={db} />
    </>
  );
}

function LostPart({ db }: Pick<PanelProps, 'db'>) {
  const reading = useDeskReading(db, adminReferralRoutes.lostReferrals);
  const [latest] = reading.kind === 'ready' ? reading.data : [];
  return latest ? <LostNotice lost={latest} /> : null;
}
