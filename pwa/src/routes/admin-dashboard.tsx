import type { User } from '@sunloop/shared-types';
import { AdminOverview } from '../features/admin/admin-overview.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

/** The dashboard of an admin. */
export function SystemDashboard({ user }: { user: User }) {
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
