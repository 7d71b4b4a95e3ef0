import { useDeviceSentence } from '../accounts/profile/use-device-sentence.ts';
import { AccountPart } from '../accounts/profile/account-part.tsx';
import { DataPart } from '../accounts/profile/data-part.tsx';
import { DevicePart } from '../accounts/profile/device-part.tsx';
import { MailCard } from '../accounts/profile/mail-card.tsx';
import { OfficePart } from '../accounts/profile/office-part.tsx';
import { PasswordCard } from '../accounts/profile/password-card.tsx';
import { LogoutDialog } from '../accounts/session/logout-dialog.tsx';
import { useLogout } from '../accounts/session/use-logout.ts';
import { InstallCard } from '../ground/install/install-card.tsx';
import { installWay, lookAround } from '../ground/install/install-way.ts';
import { areNotificationsOn } from '@sunloop/engine/notifications.ts';
import { useStored } from '../stored/use-stored.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/layers/lazy-part.ts';
import { LegalLinks } from '../ui/legal-links.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { useUser } from './shell/user-context.ts';
import './profile-page.css';

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
  const device = useDeviceSentence(user.role);
  const isAdmin = user.role === 'admin';
  return (
    <div className="profile">
      <title>Profile · Sunloop</title>
      <h1>Profile</h1>
      <ProfileSection name="you" title="You" text={`${user.username} · ${user.email}`}>
        <AccountPart user={user} />
      </ProfileSection>
      <ProfileSection name="messages" title="Messages" text="News by email and on this device.">
        {(user.hasMail || isTold) && <MailCard />}
        <NotificationsCard
          isAdmin={isAdmin}
          mustInstall={installWay(lookAround(false)) === 'ios'}
        />
      </ProfileSection>
      <ProfileSection
        name="security"
        title="Sign-in and security"
        text={
          user.secondFactor
            ? 'Your account is protected by a password alone. Add a passkey or codes.'
            : 'Password, passkeys, your devices.'
        }
      >
        <PasswordCard email={user.email} />
        {isAdmin ? <SecondFactorPart /> : <PasskeysPart />}
        <SessionsPart onAllEnded={() => logout.leave('keep')} />
      </ProfileSection>
      <ProfileSection name="device" title="This device" text={device}>
        <DevicePart />
        <OfficePart />
        <InstallCard />
      </ProfileSection>
      <ProfileSection
        name="data"
        title="Your data"
        text="Save it as a file, or delete your account."
      >
        <DataPart />
      </ProfileSection>
      <div>
        <Button variant="quiet" icon="logout" onPress={() => void logout.ask()}>
          Log out
        </Button>
      </div>
      <LegalLinks />
      <LogoutDialog logout={logout} />
    </div>
  );
}
