import { AvailableRewards } from '../features/rewards/available-rewards.tsx';
import { EarnedSummary } from '../features/rewards/earned-summary.tsx';
import { LevelProgress } from '../features/rewards/level-progress.tsx';
import { ProgressTracker } from '../features/rewards/progress-tracker.tsx';
import { RewardCards } from '../features/rewards/reward-cards.tsx';
import { RewardLadder } from '../features/rewards/reward-ladder.tsx';
import { useSession } from './shell/session-context.ts';
import { useFresh, useReading } from './use-reading.ts';
import '../ui/page-grid.css';

const SHOWN = ['stats', 'levels', 'ladder', 'history', 'available'] as const;

/** /rewards: what was earned, what comes next and what there is to earn. */
export function RewardsPage() {
  const { db } = useSession();
  const stats = useReading(db, 'stats');
  const levels = useReading(db, 'levels');
  const ladder = useReading(db, 'ladder');
  const history = useReading(db, 'history');
  useFresh(db, SHOWN);
  return (
    <>
      <title>Rewards · Sunloop</title>
      <h1>Rewards</h1>
      <RewardCards stats={stats} levels={levels} ladder={ladder} />
      <ProgressTracker db={db} stats={stats} ladder={ladder}>
        <LevelProgress levels={levels} />
        <RewardLadder ladder={ladder} />
      </ProgressTracker>
      <div className="page-grid">
        <AvailableRewards rewards={useReading(db, 'available')} stats={stats} ladder={ladder} />
        <EarnedSummary history={history} />
      </div>
    </>
  );
}
