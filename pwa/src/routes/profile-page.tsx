import { AccountCard } from '../features/profile/account-card.tsx';
import { DeviceCard } from '../features/profile/device-card.tsx';
import { useSession } from './session-context.ts';
import '../ui/page-grid.css';

/** /profile: the person's own data, and how this device stands. */
export function ProfilePage() {
  const { user, db } = useSession();
  return (
    <>
      <title>Profile · Sunloop</title>
      <h1>Profile</h1>
      <div className="page-grid">
        <AccountCard user={user} />
        <DeviceCard db={db} />
      </div>
    </>
  );
}
