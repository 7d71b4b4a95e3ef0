import type { AvailableReward, UserStats } from '@sunloop/shared-types/program/reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Reward } from '../../ui/reward.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { timesReached } from './reward-figures.ts';
import './available-rewards.css';

type Props = {
  rewards: ReadingOf<AvailableReward[]>;
  stats: ReadingOf<UserStats>;
};

/** What can be earned, and what was already reached. */
export function AvailableRewards({ rewards, stats }: Props) {
  const successful = stats.kind === 'ready' ? stats.data.successfulReferrals : 0;
  return (
    <Card title="Available Rewards">
      <p className="muted">A count such as x2 says how often you reached that many referrals.</p>
      <Reading of={rewards} what="Available rewards">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="gift" title="No extra rewards at the moment. Check back soon!" />
          ) : (
            <ul className="available-rewards">
              {list.map((reward) => (
                <RewardTile
                  key={reward.id}
                  reward={reward}
                  times={timesReached(reward, successful)}
                />
              ))}
            </ul>
          )
        }
      </Reading>
    </Card>
  );
}

type TileProps = { reward: AvailableReward; times: number };

function RewardTile({ reward, times }: TileProps) {
  const { name, amount, description, requiredReferrals } = reward;
  return (
    <li className="available-reward" data-reached={times > 0 || undefined}>
      <h3>{name}</h3>
      <Reward isEarned={times > 0}>{writeMoney(amount)}</Reward>
      {description && <p className="muted">{description}</p>}
      <p className="available-need">
        {requiredReferrals} successful {requiredReferrals === 1 ? 'referral' : 'referrals'} required
      </p>
      {times > 0 && (
        <p className="row">
          <Badge tone="good" icon="check">
            Completed
          </Badge>
          <Badge tone="plain">{`x${times}`}</Badge>
        </p>
      )}
    </li>
  );
}
