import type { Achievements } from '@sunloop/shared-types/program/achievement.ts';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AchievementItem } from './achievement-item.tsx';
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
export function AchievementsList({ achievements }: { achievements: Achievements }) {
  const [selected, setSelected] = useState<TabId>('earned');
  const tab = TABS.find(({ id }) => id === selected) ?? TABS[0];
  const list = achievements[tab.id];
  return (
    <Tabs
      label="Achievements"
      tabs={TABS.map(({ id, name }) => ({ id, label: `${name} (${achievements[id].length})` }))}
      selected={selected}
      onSelect={setSelected}
    >
      {list.length === 0 ? (
        <EmptyState icon="sun" title={tab.empty} />
      ) : (
        <ul className="stack" data-gap="3">
          {list.map((achievement) => (
            <AchievementItem
              key={achievement.id}
              achievement={achievement}
              isLocked={tab.id === 'locked'}
            />
          ))}
        </ul>
      )}
      {tab.id === 'earned' && <MoreToEarn {...achievements} />}
    </Tabs>
  );
}

/** Below those earned, all others as one row, which opens. */
function MoreToEarn({ available, locked }: Achievements) {
  const more = [...available, ...locked];
  if (more.length === 0) return null;
  return (
    <details className="achievements-more">
      <summary>
        <strong>{more.length} more to earn</strong>
        {more.slice(0, SHOWN).map((achievement) => (
          <SunBadge key={achievement.id} of={achievement} />
        ))}
      </summary>
      <ul className="stack" data-gap="3">
        {more.map((achievement) => (
          <AchievementItem
            key={achievement.id}
            achievement={achievement}
            isLocked={locked.includes(achievement)}
          />
        ))}
      </ul>
    </details>
  );
}
