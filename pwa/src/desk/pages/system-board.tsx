import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { FaultNotice } from '../ground/overview/fault-notice.tsx';
import { LostNotice } from '../ground/overview/lost-notice.tsx';
import { NEWEST, RecentActivity } from '../ground/overview/recent-activity.tsx';
import { SystemCards } from '../ground/overview/system-cards.tsx';
import { SystemMetrics } from '../ground/overview/system-metrics.tsx';
import { WorkCard } from '../ground/overview/work-card.tsx';
import { useDeskReading } from './use-desk-reading.ts';

/** What SPEC §2 calls the parts of the page on the dashboard and in the console, and whether the money comes third there. */
export interface BoardWords {
  metrics: string;
  payout: string;
  activity: string;
  moneyFirst: boolean;
}

/** What to do, first on an admin's start page. */
export function WorkPart({ user }: { user: CurrentUser }) {
  const stats = useDeskReading(adminReferralRoutes.adminStats);
  return (
    <>
      <LostPart />
      <FaultNotice stats={stats} />
      <WorkCard stats={stats} isPasswordAlone={Boolean(user.secondFactor)} />
    </>
  );
}

/** How the program does, on the dashboard and in the console. */
export function SystemBoard({ words }: { words: BoardWords }) {
  const stats = useDeskReading(adminReferralRoutes.adminStats);
  const newest = useDeskReading(adminReferralRoutes.adminReferrals, NEWEST);
  return (
    <>
      <SystemCards stats={stats} moneyFirst={words.moneyFirst} />
      <div className="at-a-glance">
        <SystemMetrics stats={stats} title={words.metrics} payoutLabel={words.payout} />
        <RecentActivity title={words.activity} referrals={newest} />
      </div>
    </>
  );
}

function LostPart() {
  const reading = useDeskReading(adminReferralRoutes.lostReferrals);
  const [latest] = reading.kind === 'ready' ? reading.data : [];
  return latest ? <LostNotice lost={latest} /> : null;
}
