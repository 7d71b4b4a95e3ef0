import type { User } from '@sunloop/shared-types';
import { formatDay } from '../../lib/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

/** Who the person is to us. */
export function AccountCard({ user }: { user: User }) {
  return (
    <Card title="Your account">
      <Facts
        facts={[
          ['Username', user.username],
          ['Email', user.email],
          ['Phone', user.phone ?? 'None'],
          ['Address', user.address ?? 'None'],
          ['Referral code', user.referralCode ?? 'None'],
          ['Member since', formatDay(user.createdAt)],
        ]}
      />
    </Card>
  );
}
