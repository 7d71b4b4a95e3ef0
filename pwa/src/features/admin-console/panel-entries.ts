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

/** Panels whose heading says more than their entry in the navigation (SPEC §2). */
const HEADINGS: Readonly<Partial<Record<PanelName, string>>> = {
  status: 'Referral Status Management',
  programme: 'Rewards Program Management',
};

export function headingOf(panel: PanelName): string {
  return HEADINGS[panel] ?? PANEL_ENTRIES[panel].label;
}
