import type { User } from '@sunloop/shared-types';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

type Props = { user: User; children: ReactNode };

/** Who is at work here and with what rights; `children` leads on from it. */
export function AdminOverview({ user, children }: Props) {
  return (
    <Card title="System Overview">
      <p className="muted">
        You administer this installation. What you do here is kept in the audit log.
      </p>
      <Facts
        facts={[
          ['Signed in as', user.username],
          ['Email', user.email],
          ['Role', 'Administrator'],
        ]}
      />
      {children}
    </Card>
  );
}
