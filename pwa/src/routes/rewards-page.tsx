import { ReferralCounts } from '../features/referrals/referral-counts.tsx';
import { RewardLadder } from '../features/rewards/reward-ladder.tsx';
import { useSession } from './session-context.ts';

/** /rewards: what there is to earn. */
export function RewardsPage() {
  const { db } = useSession();
  return (
    <>
      <title>Rewards · Sunloop</title>
      <h1>Rewards</h1>
      <ReferralCounts db={db} />
      <RewardLadder />
    </>
  );
}
