import { Suspense } from 'react';
import { AccessDenied } from '../../accounts/session/access-denied.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useUser } from '../../routes/shell/user-context.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const AdminConsole = lazyPart(() => import('./admin-console.tsx'), 'AdminConsole');

/**
 * /admin: for admins only, as the server checks for every call. Nobody else loads the console, so this file imports
 * nothing of it.
 */
export function AdminPage() {
  const user = useUser();
  return (
    <>
      <title>Admin Panel · Sunloop</title>
      {user.role === 'admin' ? (
        <Suspense fallback={<Spinner />}>
          <AdminConsole user={user} />
        </Suspense>
      ) : (
        <>
          <h1>Admin Panel</h1>
          <AccessDenied />
        </>
      )}
    </>
  );
}
