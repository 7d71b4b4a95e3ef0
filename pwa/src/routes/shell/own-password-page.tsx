import { useEffect } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { NeedsConnection } from '../../accounts/profile/needs-connection.tsx';
import { PasswordForm } from '../../accounts/profile/password-form.tsx';
import { LogoutDialog } from '../../accounts/session/logout-dialog.tsx';
import { useLogout } from '../../accounts/session/use-logout.ts';
import { formatDay } from '../../lib/format-date.ts';
import { refreshNow } from '@sunloop/engine/read.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { useStored } from '../../stored/use-stored.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useUser } from './user-context.ts';
import './own-password-page.css';

function lookAgain(db: UserDb): Promise<void> {
  return refreshNow(db, 'user').catch((error: unknown) =>
    console.error('The account could not be read again:', error),
  );
}

const SecondFactorPage = lazyPart(() => import('./second-factor-page.tsx'), 'SecondFactorPage');

/** Replaces every page until the person's account is as safe as it has to be. */
export function SafetyPage() {
  return useUser().passwordEndsAt ? <OwnPasswordPage /> : <SecondFactorPage />;
}

/** While the person has a password that somebody else gave them. */
function OwnPasswordPage() {
  const user = useUser();
  const db = useUserDb();
  const logout = useLogout();
  const { passwordEndsAt } = user;
  const waiting = useStored(readStatus)?.waiting ?? 0;
  // Nothing else may be read before there is a password of one's own, which another device may have set.
  useEffect(() => void lookAgain(db), [db]);
  return (
    <main className="own-password">
      <title>Change Password · Sunloop</title>
      <h1>Choose your own password</h1>
      <p className="muted">
        You signed in with a temporary password
        {passwordEndsAt && `, which expires on ${formatDay(passwordEndsAt)}`}. Choose one that only
        you know to continue.
      </p>
      {waiting > 0 && (
        <Banner tone="info" icon="check">
          {waiting === 1 ? '1 referral waits' : `${waiting.toLocaleString()} referrals wait`} safely
          on this device, and will be sent once you have chosen.
        </Banner>
      )}
      <NeedsConnection />
      <Card title="Change Password">
        <PasswordForm email={user.email} onDone={() => void lookAgain(db)} />
      </Card>
      <Button variant="bare" icon="logout" onPress={() => void logout.ask()}>
        Log out
      </Button>
      <LogoutDialog logout={logout} />
    </main>
  );
}
