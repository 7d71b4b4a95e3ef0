import { Suspense } from 'react';
import { InstallCard } from '../ground/install/install-card.tsx';
import { installWay, lookAround } from '../ground/install/install-way.ts';
import { AccountCard } from '../accounts/profile/account-card.tsx';
import { DataCard } from '../accounts/profile/data-card.tsx';
import { DeviceCard } from '../accounts/profile/device-card.tsx';
import { MailCard } from '../accounts/profile/mail-card.tsx';
import { OfficeCard } from '../accounts/profile/office-card.tsx';
import { PasswordCard } from '../accounts/profile/password-card.tsx';
import { LogoutDialog } from '../accounts/session/logout-dialog.tsx';
import { useLogout } from '../accounts/session/use-logout.ts';
import { areNotificationsOn } from '@sunloop/engine/notifications.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LegalLinks } from '../ui/legal-links.tsx';
import { useUser } from './shell/user-context.ts';
import { lazyPart } from '../ui/layers/lazy-part.ts';
import { SessionsPart } from './sessions-part.tsx';
import { useStored } from '../stored/use-stored.ts';
import '../ui/page-grid.css';

const SecondFactorPart = lazyPart(
  () => import('./shell/second-factor-part.tsx'),
  'SecondFactorPart',
);
const NotificationsCard = lazyPart(
  () => import('../accounts/profile/notifications-card.tsx'),
  'NotificationsCard',
);
const PasskeysPart = lazyPart(() => import('./shell/passkeys-part.tsx'), 'PasskeysPart');

/** /profile: the person's own data, and the state of this device. */
export function ProfilePage() {
  const user = useUser();
  const logout = useLogout();
  const isTold = useStored(areNotificationsOn);
  return (
    <>
      <title>Profile · Sunloop</title>
      <h1>Profile</h1>
      <div className="page-grid">
        <div className="stack">
          <AccountCard user={user} />
          <PasswordCard email={user.email} />
          <Suspense>{user.role === 'admin' ? <SecondFactorPart /> : <PasskeysPart />}</Suspense>
          <SessionsPart onAllEnded={() => logout.leave('keep')} />
        </div>
        <div className="stack">
          <DeviceCard role={user.role} />
          <OfficeCard />
          <InstallCard />
          <Card title="Log out">
            <p className="muted">What has not been sent yet can be kept here until you are back.</p>
            <Button variant="quiet" icon="logout" onPress={() => void logout.ask()}>
              Log out
            </Button>
          </Card>
          {(user.hasMail || isTold) && <MailCard />}
          <Suspense>
            <NotificationsCard
              isAdmin={user.role === 'admin'}
              mustInstall={installWay(lookAround(false)) === 'ios'}
            />
          </Suspense>
          <DataCard />
        </div>
      </div>
      <LegalLinks />
      <LogoutDialog logout={logout} />
    </>
  );
}
