import { AccessDenied } from '../features/admin/access-denied.tsx';
import { AdminOverview } from '../features/admin/admin-overview.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { useSession } from './session-context.ts';

/** /admin: for admins; the server holds the same line for every call. */
export function AdminPage() {
  const { user } = useSession();
  return (
    <>
      <title>Admin Panel · Sunloop</title>
      <h1>Admin Panel</h1>
      {user.role === 'admin' ? (
        <AdminOverview user={user}>
          <ButtonLink to="/" search={{}} variant="quiet">
            Back to Dashboard
          </ButtonLink>
        </AdminOverview>
      ) : (
        <AccessDenied />
      )}
    </>
  );
}
