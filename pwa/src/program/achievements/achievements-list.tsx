import type {
  Achievement,
  Achievements as Lists,
} from '@sunloop/shared-types/program/achievement.ts';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AchievementItem } from './achievement-item.tsx';
import { LockedGrid } from './locked-grid.tsx';
import { SunBadge } from './sun-badge.tsx';

/** SPEC §2, Achievements modal. */
const TABS = [
  {
    id: 'earned',
    name: 'Earned',
    empty: 'No achievements earned yet. Start referring to unlock your first achievement!',
  },
  {
    id: 'available',
    name: 'Available',
    empty: 'All available achievements completed! Check back for new challenges.',
  },
  { id: 'locked', name: 'Locked', empty: 'No locked achievements. Great job!' },
] as const;

type TabId = (typeof TABS)[number]['id'];

/** Badges shown in the folded row. */
const SHOWN = 4;

/** The three lists, one at a time. */
export function AchievementsList({ achievements }: { achievements: Lists }) {
  const [selected, setSelected] = useState<TabId>('earned');
  const tab = TABS.find(({ id }) => id === selected) ?? TABS[0];
  const shown = { ...achievements, available: achievements.available.filter(isAhead) };
  const list = shown[tab.id];
  return (
    <Tabs
      label="Achievements"
      tabs={TABS.map(({ id, name }) => ({ id, label: `${name} (${shown[id].length})` }))}
      selected={selected}
      onSelect={setSelected}
    >
      {list.length === 0 ? (
        <EmptyState icon="sun" title={tab.empty} />
      ) : (
        <Achievements of={list} isLocked={tab.id === 'locked'} />
      )}
      {tab.id === 'earned' && <MoreToEarn {...shown} />}
    </Tabs>
  );
}

/** A task that is done is earned by the person's next act, and no task until then. */
const isAhead = ({ progress }: Achievement) => !progress || progress.current < progress.total;

function Achievements({ of, isLocked }: { of: readonly Achievement[]; isLocked: boolean }) {
  if (isLocked) return <LockedGrid achievements={of} />;
  return (
    <ul className="stack" data-gap="3">
      {of.map((achievement) => (
        <AchievementItem key={achievement.id} achievement={achievement} />
      ))}
    </ul>
  );
}

/** Below those earned, all others as one row, which opens; for whoever has none it is open. */
function MoreToEarn({ earned, available, locked }: Lists) {
  const more = [...available, ...locked];
  if (more.length === 0) return null;
  return (
    <details className="achievements-more" open={earned.length === 0}>
      <summary>
        <strong>{more.length} more to earn</strong>
        {more.slice(0, SHOWN).map((achievement) => (
          <SunBadge key={achievement.id} of={achievement} />
        ))}
      </summary>
      {available.length > 0 && <Achievements of={available} isLocked={false} />}
      {locked.length > 0 && <Achievements of={locked} isLocked />}
    </details>
  );
}
