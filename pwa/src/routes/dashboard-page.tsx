import { Link } from '@tanstack/react-router';
import { Greeting } from '../features/dashboard/greeting.tsx';
import { HowItWorks } from '../features/dashboard/how-it-works.tsx';
import { ReferralCounts } from '../features/referrals/referral-counts.tsx';
import { ReferralList } from '../features/referrals/referral-list.tsx';
import { ReferralLinkCard } from '../features/share/referral-link-card.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSession } from './session-context.ts';
import '../ui/page-grid.css';

/** SPEC §9: how many of the newest the dashboard shows. */
const RECENT = 3;

/** /: the start of every visit. */
export function DashboardPage() {
  const { user, db } = useSession();
  return (
    <>
      <title>Dashboard · Sunloop</title>
      <Greeting username={user.username}>
        <Link to="." search={{ add: 1 }} className="button" data-variant="primary">
          <Icon name="plus" />
          Add New Referral
        </Link>
      </Greeting>
      <ReferralCounts db={db} />
      <div className="page-grid">
        <div className="stack">
          <Card
            title="Recent Referrals"
            action={
              <Link to="/referrals" search={{}}>
                View All
              </Link>
            }
          >
            <ReferralList db={db} limit={RECENT} />
          </Card>
          <ReferralLinkCard code={user.referralCode} />
        </div>
        <div className="stack">
          <Card title="Submit a Referral">
            <p className="muted">
              Refer somebody yourself and earn rewards when they become a customer.
            </p>
            <Link to="." search={{ add: 1 }} className="button" data-variant="quiet">
              Add New Referral
            </Link>
          </Card>
          <HowItWorks />
        </div>
      </div>
    </>
  );
}
