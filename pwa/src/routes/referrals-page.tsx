import { Link } from '@tanstack/react-router';
import { ReferralList } from '../features/referrals/referral-list.tsx';
import { ReferralLinkCard } from '../features/share/referral-link-card.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSession } from './session-context.ts';
import '../ui/page-grid.css';

/** /referrals: everything the person has handed in, sent or not. */
export function ReferralsPage() {
  const { user, db } = useSession();
  return (
    <>
      <title>My Referrals · Sunloop</title>
      <header className="page-head">
        <h1>My Referrals</h1>
        <Link to="." search={{ add: 1 }} className="button" data-variant="primary">
          <Icon name="plus" />
          Add Referral
        </Link>
      </header>
      <Card title="All Referrals">
        <ReferralList db={db} />
      </Card>
      <ReferralLinkCard code={user.referralCode} />
    </>
  );
}
