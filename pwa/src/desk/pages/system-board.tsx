import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { LostNotice } from '../ground/overview/lost-notice.tsx';
import { NEWEST, RecentActivity } from '../ground/overview/recent-activity.tsx';
import { SystemCards } from '../ground/overview/system-cards.tsx';
import { SystemMetrics } from '../ground/overview/system-metrics.tsx';
import { WorkCard } from '../ground/overview/work-card.tsx';
import { ReportPart } from './admin-report.tsx';
import { useDeskReading } from './use-desk-reading.ts';

/** What SPEC §2 calls the parts of the page on the dashboard and in the console, and whether the money comes third there. */
export interface BoardWords {
  metrics: string;
  payout: string;
  activity: string;
  moneyFirst: boolean;
}

/** An admin's start page, at `/` and in the console: the work first, then how the program does. */
export function SystemBoard({ user, words }: { user: CurrentUser; words: BoardWords }) {
  const stats = useDeskReading(adminReferralRoutes.adminStats);
  const newest = useDeskReading(adminReferralRoutes.adminReferrals, NEWEST);
  return (
    <>
      <LostPart />
      <WorkCard stats={stats} isPasswordAlone={Boolean(user.secondFactor)} />
      <SystemCards stats={stats} moneyFirst={words.moneyFirst} />
      <div className="at-a-glance">
        <SystemMetrics stats={stats} title={words.metrics} payoutLabel={words.payout} />
        <RecentActivity title={words.activity} referrals={newest} />
      </div>
      <ReportPart />
    </>
  );
}

function LostPart() {
  const reading = useDeskReading(adminReferralRoutes.lostReferrals);
  const [latest] = reading.kind === 'ready' ? reading.data : [];
  return latest ? <LostNotice lost={latest} /> : null;
}
