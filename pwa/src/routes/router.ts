import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readReferPath } from '@sunloop/shared-types/referrals/referral-code.ts';
import { findAppPage } from '@sunloop/shared-types/visitors/pages.ts';
import { loadPart } from '../ui/layers/lazy-part.ts';
import { Spinner } from '../ui/spinner.tsx';
import type { Newcomer } from '../accounts/session/newcomer.ts';
import type { AdminSearch } from '../desk/pages/admin-panels.ts';
import { requireNobody, requireSession } from './guard.ts';
import { parseProfileSearch } from './profile-search.ts';
import { parseReferralsSearch } from './referrals-search.ts';
import { RootLayout } from './root-layout.tsx';
import { parseShellSearch } from './shell/shell-search.ts';

/** Short enough to feel immediate, long enough not to flash a spinner for a read from the device. */
const SPINNER_AFTER_MS = 200;

/** What the URL of /admin may contain before `parseAdminSearch` has checked it. */
type UnreadAdminSearch = { [key in keyof AdminSearch]?: unknown };

/** A page's component, loaded when it is first opened. */
const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPart(load), name);

const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage'),
});

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth',
  validateSearch: ({ shared }: Record<string, unknown>): { shared?: 1 } =>
    shared === 1 ? { shared } : {},
  beforeLoad: requireNobody,
  component: lazyPage(() => import('./auth-page.tsx'), 'AuthPage'),
});

const referRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'refer/$code',
  component: lazyPage(() => import('./refer-page.tsx'), 'ReferPage'),
});

/** Links in messages end here; also on a device that is locked or where somebody else is signed in. */
const linkComponent = lazyPage(() => import('./link-page.tsx'), 'LinkPage');
const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'password',
  component: linkComponent,
});
const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'confirm',
  component: linkComponent,
});

/** Everything below needs somebody signed in on this device. */
const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  validateSearch: parseShellSearch,
  beforeLoad: requireSession,
  component: lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: '/',
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
});

const referralsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: 'referrals',
  validateSearch: parseReferralsSearch,
  component: lazyPage(() => import('./referrals-page.tsx'), 'ReferralsPage'),
});

const rewardsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: 'rewards',
  component: lazyPage(() => import('./rewards-page.tsx'), 'RewardsPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: 'profile',
  validateSearch: parseProfileSearch,
  component: lazyPage(() => import('./profile-page.tsx'), 'ProfilePage'),
});

const adminRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: 'admin',
  // Read where it is used: customers load nothing of the console, and this is in their first view.
  validateSearch: (search: UnreadAdminSearch) => search,
  component: lazyPage(() => import('../desk/pages/admin-page.tsx'), 'AdminPage'),
});

const routeTree = rootRoute.addChildren([
  authRoute,
  referRoute,
  passwordRoute,
  confirmRoute,
  protectedRoute.addChildren([
    dashboardRoute,
    referralsRoute,
    rewardsRoute,
    profileRoute,
    adminRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPendingComponent: Spinner,
  defaultPendingMs: SPINNER_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultErrorComponent: lazyPage(() => import('./error-page.tsx'), 'ErrorPage'),
  scrollRestoration: true,
  // A link copied from a chat may end in what the router cannot decode.
  rewrite: {
    input: ({ url }) => {
      const code = readReferPath(url.pathname);
      const page = code ? `/refer/${code}` : findAppPage(url.pathname);
      if (page !== undefined) url.pathname = page;
      return url;
    },
  },
});

/** The paths of the pages, as the routes spell them. */
export type PagePath = Exclude<keyof (typeof router)['routesByPath'], ''>;

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    newcomer?: Newcomer;
  }
}
