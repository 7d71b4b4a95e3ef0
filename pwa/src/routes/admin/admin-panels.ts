import type { User } from '@sunloop/shared-types';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import type { AdminPanel, AdminSearch } from './admin-search.ts';

/** What every panel of the console gets. */
export type PanelProps = {
  db: UserDb;
  user: User;
  search: AdminSearch;
  /** Changes where the panel stands; undefined takes a key away. */
  onSearch: (patch: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
};

type Panel = ComponentType<PanelProps>;

const LOADERS: Readonly<Record<AdminPanel, () => Promise<Panel>>> = {
  overview: async () => (await import('./admin-overview.tsx')).OverviewPanel,
  referrals: async () => (await import('./admin-referrals.tsx')).ReferralsPanel,
  users: async () => (await import('./admin-users.tsx')).UsersPanel,
  status: async () => (await import('./admin-status.tsx')).StatusPanel,
  programme: async () => (await import('./admin-programme.tsx')).ProgrammePanel,
  quotes: async () => (await import('./admin-quotes.tsx')).QuotesPanel,
  settings: async () => (await import('./admin-settings.tsx')).SettingsPanel,
};

const made = new Map<AdminPanel, LazyExoticComponent<Panel>>();

/** The panel's component, loaded when it is first shown. */
export function panelOf(panel: AdminPanel): LazyExoticComponent<Panel> {
  const known = made.get(panel);
  if (known) return known;
  const component = lazy(async () => ({ default: await LOADERS[panel]() }));
  made.set(panel, component);
  return component;
}

/** Has a panel that could not be loaded asked for again. */
export function forgetPanel(panel: AdminPanel): void {
  made.delete(panel);
}
