import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { Link } from '@tanstack/react-router';
import { Greeting } from '../program/stats/greeting.tsx';
import { ownRequestPath } from '@sunloop/shared-types/visitors/quotes.ts';
import { HowItWorks } from '../program/stats/how-it-works.tsx';
import { QuickActions } from '../program/stats/quick-actions.tsx';
import { StatCards, useCounts } from '../program/stats/stat-cards.tsx';
import { ImpactCard } from '../program/impact/impact-card.tsx';
import { RecentReferrals } from '../referrals/list/recent-referrals.tsx';
import { MoneyLine } from '../program/rewards/money-line.tsx';
import { earnedOf } from '../program/rewards/money-words.ts';
import { LevelProgress } from '../program/rewards/level-progress.tsx';
import { ReferralLinkCard } from '../visitors/share/referral-link-card.tsx';
import { Banner } from '../ui/banner.tsx';
import { isFirstVisit } from '../accounts/session/first-visit.ts';
import { Card } from '../ui/card.tsx';
import { Later } from '../ui/later.tsx';
import { Skeleton } from '../ui/reading.tsx';
import { useFresh, useReading } from './use-reading.ts';
import '../ui/page-grid.css';

const LOADING_LINES = 6;
const SHOWN = ['referrals', 'stats', 'levels', 'ladder', 'impact'] as const;

/** The dashboard of a customer: what they earned and their friends, and for somebody without any their link first. */
export function CustomerDashboard({ user }: { user: CurrentUser }) {
  const stats = useReading('stats');
  const levels = useReading('levels');
  const impact = useReading('impact');
  const ladder = useReading('ladder');
  const highest = ladder.kind === 'ready' ? ladder.data.highest : undefined;
  useFresh(SHOWN);
  const counts = useCounts(stats);
  const isFirstRun = counts?.total === 0;
  // The order depends on the counts, so it is shown once they are known; hidden, its parts are read meanwhile.
  const isOrdered = counts || stats.kind !== 'loading';
  const figures = (
    <>
      <StatCards counts={counts} stats={stats} earned={earnedOf(ladder)} />
      <MoneyLine ladder={ladder} isBelowEarned />
    </>
  );
  const link = (
    <>
      <ReferralLinkCard code={user.referralCode} isNewcomer={isFirstRun} />
      {counts?.successful === 0 && <HowItWorks />}
    </>
  );
  return (
    <>
      <Greeting
        isNew={isFirstVisit(user.id)}
        username={user.username}
        avatar={user.avatar}
        highest={highest}
      />
      {!isOrdered && <Skeleton lines={LOADING_LINES} label="Your referrals: loading" />}
      <div className="stack" data-gap="page" hidden={!isOrdered}>
        {isFirstRun ? link : figures}
        {user.requestId && (
          <Banner
            tone="info"
            icon="home"
            action={<a href={ownRequestPath(user.requestId)}>Follow it</a>}
          >
            You asked for a quote.
          </Banner>
        )}
        <Card
          title="Recent Referrals"
          action={
            <Link to="/referrals" search={{}}>
              View All
            </Link>
          }
        >
          <RecentReferrals />
        </Card>
        {!isFirstRun && link}
        <Later>
          <div className="page-grid">
            <LevelProgress
              levels={levels}
              action={
                <Link to="/rewards" search={{}}>
                  View all tiers
                </Link>
              }
            />
            <div className="stack">
              <ImpactCard impact={impact} />
              <QuickActions />
            </div>
          </div>
        </Later>
        {isFirstRun && figures}
      </div>
    </>
  );
}
