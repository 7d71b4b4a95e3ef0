import { Suspense } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { CustomerDashboard } from './customer-dashboard.tsx';
import { useUser } from './shell/user-context.ts';
import { lazyPart } from '../ui/layers/lazy-part.ts';

const SystemDashboard = lazyPart(
  () => import('../desk/pages/admin-dashboard.tsx'),
  'SystemDashboard',
);

/** /: the start of every visit, by role (SPEC §2); customers load nothing of the admin's part. */
export function DashboardPage() {
  const user = useUser();
  return (
    <>
      <title>Dashboard · Sunloop</title>
      {user.role === 'admin' ? (
        <Suspense fallback={<Spinner />}>
          <SystemDashboard user={user} />
        </Suspense>
      ) : (
        <CustomerDashboard user={user} />
      )}
    </>
  );
}
