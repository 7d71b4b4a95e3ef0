import { ConsoleNav, type NavGroup } from '../ground/console/console-nav.tsx';
import { useFindKey } from '../ground/find/use-find-key.ts';
import { AdminFinder } from './admin-finder.tsx';
import { type AdminPanel, type AdminSearch, PANELS, searchOf } from './admin-panels.ts';
import { useNewQuotes } from './use-new-quotes.ts';

const panelEntry = (name: AdminPanel) => {
  const { label, icon } = PANELS[name];
  return { name, label, icon, search: searchOf(name) };
};

/** What has to be done stands first; two of it are parts of larger panels. */
const GROUPS: readonly NavGroup[] = [
  {
    title: 'Work',
    entries: [
      panelEntry('calls'),
      panelEntry('quotes'),
      {
        name: 'duplicates',
        label: 'Duplicates',
        icon: 'people',
        search: { panel: 'referrals', status: 'duplicate', id: 'first' },
      },
      { name: 'pay', label: 'Pay', icon: 'check', search: { panel: 'programme', tab: 'payouts' } },
    ],
  },
  { title: 'People', entries: (['referrals', 'users', 'status'] as const).map(panelEntry) },
  { title: 'Program', entries: [panelEntry('programme')] },
  { title: 'System', entries: (['overview', 'devices', 'settings'] as const).map(panelEntry) },
];

/** The entry of a place in the console. */
function entryOf({ panel, status, tab }: AdminSearch, shown: AdminPanel): string {
  if (panel === 'referrals' && status === 'duplicate') return 'duplicates';
  return panel === 'programme' && tab === 'payouts' ? 'pay' : shown;
}

type Props = {
  /** The place in the console; undefined on the dashboard. */
  at?: { search: AdminSearch; panel: AdminPanel };
};

/** The desk's navigation and finder, on the dashboard and in the console. */
export function DeskNav({ at }: Props) {
  const newQuotes = useNewQuotes();
  const [isFinding, setFinding] = useFindKey();
  return (
    <>
      <ConsoleNav
        groups={GROUPS}
        current={at && entryOf(at.search, at.panel)}
        newOf={{ quotes: newQuotes }}
        onFind={() => setFinding(true)}
      />
      <AdminFinder isOpen={isFinding} onClose={() => setFinding(false)} />
    </>
  );
}
