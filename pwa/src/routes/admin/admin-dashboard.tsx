import { adminReferralRoutes } from '@sunloop/shared-types';
import { NEWEST, RecentActivity } from '../../features/admin-overview/recent-activity.tsx';
import { SystemCards } from '../../features/admin-overview/system-cards.tsx';
import { SystemMetrics } from '../../features/admin-overview/system-metrics.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ReportPart } from './admin-report.tsx';
import { Freshness } from './freshness.tsx';
import type { Session } from '../shell/session-context.ts';
import { useDeskFiles } from './use-desk-files.ts';
import { useDeskReading } from './use-desk-reading.ts';
import '../../ui/page-grid.css';

/** The dashboard of an admin (SPEC §2). */
export function SystemDashboard({ db }: Session) {
  useDeskFiles();
  return (
    <Freshness db={db} head={<Head />}>
      <Board db={db} />
    </Freshness>
  );
}

function Head() {
  return (
    <header className="page-head system-dashboard">
      <div>
        <h1>System Dashboard</h1>
        <p className="muted">Real-time overview of system performance and metrics</p>
      </div>
      <ButtonLink to="/admin" search={{}} icon="shield">
        Open Admin Panel
      </ButtonLink>
    </header>
  );
}

function Board({ db }: Pick<Session, 'db'>) {
  const stats = useDeskReading(db, adminReferralRoutes.adminStats);
  const newest = useDeskReading(db, adminReferralRoutes.adminReferrals, NEWEST);
  return (
    <>
      <SystemCards stats={stats} />
      <div className="at-a-glance">
        <SystemMetrics stats={stats} title="System Metrics" payoutLabel="Average Payout" />
        <RecentActivity title="Recent System Activity" referrals={newest} />
      </div>
      <ReportPart db={db} only="weeks" />
    </>
  );
}
