import type { RewardLevel, UserStats } from '@sunloop/shared-types';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { ALL_COMPLETE, nextLevel } from './reward-figures.ts';

type Props = { stats: ReadingOf<UserStats>; levels: ReadingOf<RewardLevel[]> };

/** The three figures at the head of the rewards page; money only as the server tells it. */
export function RewardCards({ stats, levels }: Props) {
  return (
    <Reading of={stats} what="Your rewards" lines={2}>
      {({ rewardsEarned, successfulReferrals }) => (
        <dl className="stat-grid" data-count="3">
          <StatCard title="Total Rewards Earned" value={rewardsEarned} icon="gift" tone="warning" />
          <StatCard
            title="Successful Referrals"
            value={String(successfulReferrals)}
            icon="check"
            tone="success"
          />
          <StatCard title="Next Reward" value={nextReward(levels)} icon="target" />
        </dl>
      )}
    </Reading>
  );
}

function nextReward(levels: ReadingOf<RewardLevel[]>): string {
  if (levels.kind !== 'ready') return '–';
  return nextLevel(levels.data)?.reward ?? ALL_COMPLETE;
}
