import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import type { RewardLevel, UserStats } from '@sunloop/shared-types/program/reward.ts';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { earnedOf } from './money-words.ts';
import { ALL_COMPLETE, nextLevel } from './reward-figures.ts';

type Props = {
  stats: ReadingOf<UserStats>;
  levels: ReadingOf<RewardLevel[]>;
  ladder: ReadingOf<Ladder>;
};

/** The three figures at the head of the rewards page; money only as the server gives it. */
export function RewardCards({ stats, levels, ladder }: Props) {
  return (
    <Reading of={stats} what="Your rewards" lines={2}>
      {({ rewardsEarned, successfulReferrals }) => (
        <dl className="stat-grid" data-count="3">
          <StatCard
            title="Total Rewards Earned"
            value={earnedOf(ladder) ?? rewardsEarned}
            icon="gift"
            tone="wait"
          />
          <StatCard
            title="Successful Referrals"
            value={String(successfulReferrals)}
            icon="check"
            tone="good"
          />
          <StatCard title="Next Reward" icon="target" {...nextReward(levels, ladder)} />
        </dl>
      )}
    </Reading>
  );
}

/** What the next completion pays, and the first level that is not completed, or that all are (SPEC §2). */
function nextReward(levels: ReadingOf<RewardLevel[]>, ladder: ReadingOf<Ladder>) {
  if (levels.kind !== 'ready' || ladder.kind !== 'ready') return { value: '–' };
  const { reward } = ladder.data.next;
  const pays = 'for your next install';
  const level = nextLevel(levels.data);
  if (level === 'all') return { value: ALL_COMPLETE, note: `${reward} ${pays}` };
  return { value: reward, note: level ? `${pays} · ${level}` : pays };
}
