import { DeskTabs } from '../../ui/desk/tabs.tsx';
import { AchievementsPart } from './admin-achievements.tsx';
import { PayoutsPart } from './admin-payouts.tsx';
import { RewardsPart } from './admin-rewards.tsx';
import type { PanelProps } from './admin-panels.ts';
import { TiersPart } from './admin-tiers.tsx';

/** SPEC §2: four tabs. */
const TABS = [
  { id: 'tiers', label: 'Reward Tiers' },
  { id: 'rewards', label: 'Available Rewards' },
  { id: 'achievements', label: 'Achievements' },
  { id: 'payouts', label: 'Payouts' },
] as const;
type TabId = (typeof TABS)[number]['id'];

/** Keys that mean nothing to another tab. */
const LEFT = { month: undefined, status: undefined, sort: undefined, q: undefined };

/** Rewards Program Management: what referrals pay, what else can be earned, and payouts. */
export function ProgrammePanel({ user, search, onSearch }: PanelProps) {
  const selected = TABS.find(({ id }) => id === search.tab)?.id ?? 'tiers';
  return (
    <DeskTabs
      label="Rewards Program Management"
      tabs={TABS}
      selected={selected}
      onSelect={(tab) => onSearch({ ...LEFT, tab: tab === 'tiers' ? undefined : tab })}
    >
      <Part tab={selected} user={user} search={search} onSearch={onSearch} />
    </DeskTabs>
  );
}

function Part({ tab, ...place }: PanelProps & { tab: TabId }) {
  switch (tab) {
    case 'tiers':
      return <TiersPart />;
    case 'rewards':
      return <RewardsPart />;
    case 'achievements':
      return <AchievementsPart />;
    case 'payouts':
      return <PayoutsPart {...place} />;
  }
}
