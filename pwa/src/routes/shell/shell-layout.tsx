import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useOpenedFile } from '../../referrals/upload/opened-file.ts';
import { ConnectionChip } from '../../ground/connection/connection-chip.tsx';
import { BottomBar } from '../../ground/navigation/bottom-bar.tsx';
import { Sidebar } from '../../ground/navigation/sidebar.tsx';
import { TopBar } from '../../ground/navigation/top-bar.tsx';
import { useRefusalNotice } from '../../referrals/details/use-refusal-notice.ts';
import { useLogout } from '../../accounts/session/use-logout.ts';
import { ThemeSwitcher } from '../../ground/theme/theme-switcher.tsx';
import { Later } from '../../ui/later.tsx';
import { withoutDialog } from './shell-search.ts';
import { useUser } from './user-context.ts';
import { usePageFocus } from './use-page-focus.ts';
import { usePageWork } from './use-page-work.ts';
import './shell-layout.css';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const ShellDialogs = lazyPart(() => import('./shell-dialogs.tsx'), 'ShellDialogs');
const AchievementsPart = lazyPart(() => import('./achievements-part.tsx'), 'AchievementsPart');
const WaitingPart = lazyPart(() => import('./waiting-part.tsx'), 'WaitingPart');
const AchievementPopups = lazyPart(
  () => import('../../program/achievements/achievement-popups.tsx'),
  'AchievementPopups',
);

/** Navigation, connection state and dialogs around the page of the current URL. */
export function ShellLayout() {
  const user = useUser();
  const search = useSearch({ from: '/protected' });
  const navigate = useNavigate();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const logout = useLogout();
  usePageWork(navigate);
  useRefusalNotice();
  useOpenedFile();
  const page = usePageFocus();

  const close = () => void navigate({ to: '.', search: withoutDialog, replace: true });
  const account = {
    user,
    themeSwitcher: <ThemeSwitcher />,
    onLogout: () => void logout.ask(),
  };
  const hasDialog = logout.isAsking || Object.keys(search).length > 0;
  const chip = <ConnectionChip />;
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
      <Suspense>
        {hasDialog && <ShellDialogs {...{ user, search, logout }} onClose={close} />}
        {search.achievements === 1 && <AchievementsPart onClose={close} />}
        {search.waiting === 1 && <WaitingPart onClose={close} />}
      </Suspense>
      <Suspense>
        <Later>
          <AchievementPopups />
        </Later>
      </Suspense>
    </div>
  );
}
