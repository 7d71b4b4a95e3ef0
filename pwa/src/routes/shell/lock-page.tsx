import { useState } from 'react';
import type { DeviceLock } from '@sunloop/engine/data/device-lock.ts';
import { OFFLINE_LOCK_DAYS } from '@sunloop/shared-types/limits.ts';
import { SignInAgainDialog } from '../../accounts/session/sign-in-again-dialog.tsx';
import { LockScreen } from '../../accounts/session/lock-screen.tsx';
import { LogoutDialog } from '../../accounts/session/logout-dialog.tsx';
import { HandOverButton } from '../../referrals/courier/hand-over-button.tsx';
import { useLogout } from '../../accounts/session/use-logout.ts';
import { useSession } from './session-context.ts';
import { usePageWork } from './use-page-work.ts';

/** Replaces every page while the device is locked; work continues behind it, because that is what unlocks it. */
export function LockPage({ lock, onLook }: { lock: DeviceLock; onLook: () => void }) {
  const { user, db } = useSession();
  const [isSigningIn, setSigningIn] = useState(false);
  const logout = useLogout(db);
  usePageWork(db);
  return (
    <>
      <LockScreen
        db={db}
        lock={lock}
        days={user.offlineLockDays ?? OFFLINE_LOCK_DAYS}
        onSignIn={() => setSigningIn(true)}
        onLogOut={() => void logout.ask()}
        onLook={onLook}
        // What an inactive account sealed is not taken.
        handOver={lock === 'away' && <HandOverButton db={db} />}
      />
      {isSigningIn && <SignInAgainDialog user={user} onClose={() => setSigningIn(false)} />}
      <LogoutDialog db={db} logout={logout} handOver={<HandOverButton db={db} />} />
    </>
  );
}
