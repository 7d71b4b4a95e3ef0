import { useState } from 'react';
import type { DeviceLock } from '@sunloop/engine/data/device-lock.ts';
import { OFFLINE_LOCK_DAYS } from '@sunloop/shared-types/limits.ts';
import { SignInAgainDialog } from '../../accounts/session/sign-in-again-dialog.tsx';
import { LockScreen } from '../../accounts/session/lock-screen.tsx';
import { LogoutDialog } from '../../accounts/session/logout-dialog.tsx';
import { HandOverButton } from '../../referrals/courier/hand-over-button.tsx';
import { useLogout } from '../../accounts/session/use-logout.ts';
import { useUser } from './user-context.ts';
import { usePageWork } from './use-page-work.ts';

/** Replaces every page while the device is locked; work continues behind it, because that is what unlocks it. */
export function LockPage({ lock, onLook }: { lock: DeviceLock; onLook: () => void }) {
  const user = useUser();
  const [isSigningIn, setSigningIn] = useState(false);
  const logout = useLogout();
  usePageWork();
  return (
    <>
      <LockScreen
        lock={lock}
        days={user.offlineLockDays ?? OFFLINE_LOCK_DAYS}
        onSignIn={() => setSigningIn(true)}
        onLogOut={() => void logout.ask()}
        onLook={onLook}
        // What an inactive account sealed is not taken.
        handOver={lock === 'away' && <HandOverButton />}
      />
      {isSigningIn && <SignInAgainDialog user={user} onClose={() => setSigningIn(false)} />}
      <LogoutDialog logout={logout} handOver={<HandOverButton />} />
    </>
  );
}
