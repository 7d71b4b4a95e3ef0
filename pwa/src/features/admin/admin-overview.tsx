import type { User } from '@sunloop/shared-types';
import { Link } from '@tanstack/react-router';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

/** The console's first page: who is at work here and with what rights. */
export function AdminOverview({ user }: { user: User }) {
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
      <Link to="/" search={{}} className="button" data-variant="quiet">
        Back to Dashboard
      </Link>
    </Card>
  );
}
