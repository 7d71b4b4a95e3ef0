import { AdminOverview } from '../features/admin/admin-overview.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { CustomerDashboard } from './customer-dashboard.tsx';
import { useSession, type Session } from './session-context.ts';

/** /: the start of every visit, by role (SPEC §2). */
export function DashboardPage() {
  const { user, db } = useSession();
  return (
    <>
      <title>Dashboard · Sunloop</title>
      {user.role === 'admin' ? (
        <SystemDashboard user={user} />
      ) : (
        <CustomerDashboard user={user} db={db} />
      )}
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
