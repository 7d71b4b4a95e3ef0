import type { DeskIconName } from '../../ui/desk-icon.tsx';

type PanelEntry = { label: string; icon: DeskIconName };

/** The panels of the console by their word in the URL, in the order of its navigation (SPEC §2). */
export const PANEL_ENTRIES = {
  overview: { label: 'System Overview', icon: 'chart' },
  referrals: { label: 'All Referrals', icon: 'table' },
  users: { label: 'User Management', icon: 'people' },
  status: { label: 'Status Management', icon: 'flag' },
  programme: { label: 'Rewards Program', icon: 'gift' },
  quotes: { label: 'Quote Requests', icon: 'mail' },
  settings: { label: 'Settings', icon: 'gear' },
} as const satisfies Record<string, PanelEntry>;

export type PanelName = keyof typeof PANEL_ENTRIES;
