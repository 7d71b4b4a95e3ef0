import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { DeskIconName } from '../../ui/desk/icon.tsx';

/** All the console has to know about a panel. */
interface PanelEntry {
  /** Shown in the navigation. */
  label: string;
  icon: DeskIconName;
  /** Shown above the panel, if SPEC §2 says more there than in the navigation. */
  heading?: string;
  /** Shown while it is fetched, if SPEC §2 has a text for that. */
  loading?: string;
  /** Keys of the URL that say what it shows. */
  keys: readonly string[];
  /** The key whose change removes the panel's forms from the page; null if it has none. */
  formsAt: AdminKey | null;
  /** What the finder offers: titles, each with the `tab` that shows it unless the first one does. */
  found: readonly (readonly [title: string, tab?: string])[];
  load: () => Promise<Panel>;
}

/** The panels by their name in the URL, in the order of the navigation (SPEC §2). */
const ENTRIES = {
  overview: {
    label: 'System Overview',
    icon: 'chart',
    keys: [],
    formsAt: null,
    found: [['System Overview']],
    load: async () => (await import('./admin-overview.tsx')).OverviewPanel,
  },
  referrals: {
    label: 'All Referrals',
    icon: 'table',
    keys: ['id', 'q', 'status', 'referrer', 'from', 'to', 'sort', 'columns'],
    formsAt: null,
    found: [['All Referrals']],
    load: async () => (await import('./admin-referrals.tsx')).ReferralsPanel,
  },
  users: {
    label: 'User Management',
    icon: 'people',
    keys: ['user', 'tab', 'q', 'status', 'sort'],
    formsAt: 'user',
    found: [['User Management'], ['Add User', 'add']],
    load: async () => (await import('./admin-users.tsx')).UsersPanel,
  },
  status: {
    label: 'Status Management',
    icon: 'flag',
    heading: 'Referral Status Management',
    keys: ['id', 'q', 'status'],
    formsAt: null,
    found: [['Status Management']],
    load: async () => (await import('./admin-status.tsx')).StatusPanel,
  },
  programme: {
    label: 'Rewards Program',
    icon: 'gift',
    heading: 'Rewards Program Management',
    keys: ['tab', 'month', 'status', 'sort', 'q'],
    formsAt: 'tab',
    found: [
      ['Reward Tiers'],
      ['Available Rewards', 'rewards'],
      ['Achievements', 'achievements'],
      ['Payouts', 'payouts'],
    ],
    load: async () => (await import('./admin-programme.tsx')).ProgrammePanel,
  },
  calls: {
    label: 'Calls',
    icon: 'phone',
    keys: ['id', 'owner'],
    formsAt: 'id',
    found: [['Calls']],
    load: async () => (await import('./admin-calls.tsx')).CallsPanel,
  },
  quotes: {
    label: 'Quote Requests',
    icon: 'mail',
    keys: ['id', 'status', 'q'],
    formsAt: 'id',
    found: [['Quote Requests']],
    load: async () => (await import('./admin-quotes.tsx')).QuotesPanel,
  },
  devices: {
    label: 'Waiting on Devices',
    icon: 'device',
    keys: [],
    formsAt: null,
    found: [['Waiting on Devices']],
    load: async () => (await import('./admin-devices.tsx')).DevicesPanel,
  },
  settings: {
    label: 'Settings',
    icon: 'gear',
    loading: 'Loading system settings...',
    keys: ['tab', 'id', 'action', 'entity', 'user', 'from', 'to'],
    formsAt: 'tab',
    found: [
      ['Settings'],
      ['Audit Log', 'audit'],
      ['Security', 'security'],
      ['Messages', 'messages'],
      ['Do Not Contact', 'do-not-contact'],
    ],
    load: async () => (await import('./admin-settings.tsx')).SettingsPanel,
  },
} as const;

export type AdminPanel = keyof typeof ENTRIES;
/** The titles under which the finder offers each panel and its parts. */
export type DeskTitles = {
  [Panel in AdminPanel]: (typeof ENTRIES)[Panel]['found'][number][0];
};
type AdminKey = (typeof ENTRIES)[AdminPanel]['keys'][number];

/** A place in the console: the panel (absent: the overview) and what it shows. */
export type AdminSearch = { panel?: AdminPanel | undefined } & {
  [key in AdminKey]?: string | undefined;
};

/** What every panel of the console gets. */
export type PanelProps = {
  user: CurrentUser;
  search: AdminSearch;
  /** Changes the panel's keys in the URL; undefined removes one. */
  onSearch: (patch: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
};

type Panel = ComponentType<PanelProps>;

/** Typed apart from the entries, because types of the panels they load depend on the entries' names. */
export const PANELS: Readonly<Record<AdminPanel, PanelEntry>> = ENTRIES;
export const PANEL_NAMES = Object.keys(PANELS) as AdminPanel[];
/** Keys the URL may have beside the panel. */
export const DETAIL_KEYS: ReadonlySet<string> = new Set(
  Object.values(PANELS).flatMap(({ keys }) => keys),
);

/** The panel that is shown if the URL names none. */
export const FIRST_PANEL: AdminPanel = 'overview';
/** The panel as a part of the URL. */
export function searchOf(panel: AdminPanel): Readonly<Record<string, string>> {
  return panel === FIRST_PANEL ? {} : { panel };
}

const made = new Map<AdminPanel, LazyExoticComponent<Panel>>();

/** The panel's component, loaded when it is first shown. */
export function panelOf(panel: AdminPanel): LazyExoticComponent<Panel> {
  const known = made.get(panel);
  if (known) return known;
  const component = lazy(async () => ({ default: await PANELS[panel].load() }));
  made.set(panel, component);
  return component;
}

/** Lets a panel that could not be loaded be loaded again. */
export function forgetPanel(panel: AdminPanel): void {
  made.delete(panel);
}
