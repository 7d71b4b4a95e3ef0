import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SignInAgainDialog } from '../features/auth/sign-in-again-dialog.tsx';
import { ConnectionChip } from '../features/connection/connection-chip.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { BottomBar } from '../features/navigation/bottom-bar.tsx';
import { Sidebar } from '../features/navigation/sidebar.tsx';
import { TopBar } from '../features/navigation/top-bar.tsx';
import { AddReferralDialog } from '../features/referrals/add-referral-dialog.tsx';
import { ReferralDialog } from '../features/referrals/referral-dialog.tsx';
import { useRefusalNotice } from '../features/referrals/use-refusal-notice.ts';
import { LogoutDialog } from '../features/session/logout-dialog.tsx';
import { useLogout } from '../features/session/use-logout.ts';
import { ThemeSwitcher } from '../features/theme/theme-switcher.tsx';
import { withoutDialog } from './shell-search.ts';
import { startPage } from './start-page.ts';
import { useSession } from './session-context.ts';
import { usePageFocus } from './use-page-focus.ts';
import './shell-layout.css';

const AchievementsPart = lazy(async () => ({
  default: (await import('./achievements-part.tsx')).AchievementsPart,
}));
const WaitingPart = lazy(async () => ({
  default: (await import('./waiting-part.tsx')).WaitingPart,
}));
const AchievementPopups = lazy(async () => ({
  default: (await import('../features/achievements/achievement-popups.tsx')).AchievementPopups,
}));

/** Navigation, connection state and dialogs around the page of the current URL. */
export function ShellLayout() {
  const { user, db } = useSession();
  const search = useSearch({ from: '/protected' });
  const navigate = useNavigate();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const logout = useLogout(db);
  useEffect(() => startPage(db), [db]);
  useRefusalNotice(db);
  const page = usePageFocus();

  const close = () => void navigate({ to: '.', search: withoutDialog, replace: true });
  const account = {
    user,
    themeSwitcher: <ThemeSwitcher />,
    onLogout: () => void logout.ask(),
  };
  const chip = <ConnectionChip db={db} />;
  return (
    <div className="shell">
      <a className="skip-link" href="#page">
        Skip to content
      </a>
      <Sidebar {...account} connection={chip} />
      <TopBar {...account} connection={chip} isMenuOpen={isMenuOpen} onMenu={setMenuOpen} />
      <main className="shell-page" id="page" ref={page} tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar role={user.role} />
      <AddReferralDialog db={db} isOpen={search.add === 1} onClose={close} />
      <ReferralDialog db={db} id={search.referral} onClose={close} />
      <Suspense>
        {search.achievements === 1 && <AchievementsPart db={db} onClose={close} />}
        {search.waiting === 1 && <WaitingPart db={db} onClose={close} />}
        {user.role === 'customer' && <AchievementPopups db={db} />}
      </Suspense>
      <HelpDialog isOpen={search.help === 1} onClose={close} />
      <SignInAgainDialog email={user.email} isOpen={search.signIn === 1} onClose={close} />
      <LogoutDialog db={db} logout={logout} />
    </div>
  );
}
