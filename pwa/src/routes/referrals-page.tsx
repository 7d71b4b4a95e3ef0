import { ReferralList } from '../features/referrals/referral-list.tsx';
import { ReferralLinkCard } from '../features/share/referral-link-card.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
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
        <ButtonLink to="." search={{ add: 1 }} variant="primary" icon="plus">
          Add Referral
        </ButtonLink>
      </header>
      <Card title="All Referrals">
        <ReferralList db={db} />
      </Card>
      <ReferralLinkCard code={user.referralCode} />
    </>
  );
}
