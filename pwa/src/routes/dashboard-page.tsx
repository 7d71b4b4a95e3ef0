import { Link } from '@tanstack/react-router';
import { AdminOverview } from '../features/admin/admin-overview.tsx';
import { Greeting } from '../features/dashboard/greeting.tsx';
import { HowItWorks } from '../features/dashboard/how-it-works.tsx';
import { ReferralCounts } from '../features/referrals/referral-counts.tsx';
import { ReferralList } from '../features/referrals/referral-list.tsx';
import { ReferralLinkCard } from '../features/share/referral-link-card.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { useSession, type Session } from './session-context.ts';
import '../ui/page-grid.css';

/** SPEC §9: how many of the newest the dashboard shows. */
const RECENT = 3;

/** /: the start of every visit, by role (SPEC §2). */
export function DashboardPage() {
  const { user, db } = useSession();
  return (
    <>
      <title>Dashboard · Sunloop</title>
      {user.role === 'admin' ? <SystemDashboard user={user} /> : <Dashboard user={user} db={db} />}
    </>
  );
}

function SystemDashboard({ user }: Pick<Session, 'user'>) {
  return (
    <>
      <h1>System Dashboard</h1>
      <AdminOverview user={user}>
        <ButtonLink to="/admin" search={{}} variant="quiet">
          Admin Panel
        </ButtonLink>
      </AdminOverview>
    </>
  );
}

function Dashboard({ user, db }: Session) {
  return (
    <>
      <Greeting username={user.username}>
        <ButtonLink to="." search={{ add: 1 }} variant="primary" icon="plus">
          Add New Referral
        </ButtonLink>
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
            <ButtonLink to="." search={{ add: 1 }} variant="quiet">
              Add New Referral
            </ButtonLink>
          </Card>
          <HowItWorks />
        </div>
      </div>
    </>
  );
}
