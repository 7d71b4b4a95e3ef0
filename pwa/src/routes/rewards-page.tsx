import { AvailableRewards } from '../program/rewards/available-rewards.tsx';
import { EarnedSummary } from '../program/rewards/earned-summary.tsx';
import { LevelProgress } from '../program/rewards/level-progress.tsx';
import { MoneyLine } from '../program/rewards/money-line.tsx';
import { earnedOf } from '../program/rewards/money-words.ts';
import { ProgressTracker } from '../program/rewards/progress-tracker.tsx';
import { RewardCards } from '../program/rewards/reward-cards.tsx';
import { RewardLadder } from '../program/rewards/reward-ladder.tsx';
import { Fold } from '../ui/fold.tsx';
import { useFresh, useReading } from './use-reading.ts';
import '../ui/page-grid.css';

const SHOWN = ['stats', 'levels', 'ladder', 'history', 'available'] as const;

/** /rewards: what was earned, what comes next and what there is to earn. */
export function RewardsPage() {
  const stats = useReading('stats');
  const levels = useReading('levels');
  const ladder = useReading('ladder');
  const history = useReading('history');
  const available = useReading('available');
  useFresh(SHOWN);
  return (
    <>
      <title>Rewards · Sunloop</title>
      <h1>Rewards</h1>
      <MoneyLine ladder={ladder} />
      <ProgressTracker stats={stats} ladder={ladder} />
      <RewardCards stats={stats} levels={levels} ladder={ladder} />
      <EarnedSummary history={history} earned={earnedOf(ladder)} />
      <Fold
        title="All rewards and rules"
        text="Every level, the ladder and what else there is to earn."
      >
        <div className="stack">
          <div className="page-grid">
            <LevelProgress levels={levels} />
            <RewardLadder ladder={ladder} />
          </div>
          <AvailableRewards rewards={available} stats={stats} />
        </div>
      </Fold>
    </>
  );
}
