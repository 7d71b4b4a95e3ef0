import type { RewardHistoryItem } from '@sunloop/shared-types/program/reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { formatDay } from '../../lib/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Reward } from '../../ui/reward.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { earnedRewards, RECENT_REWARDS } from './reward-figures.ts';
import './earned-summary.css';

type Props = {
  history: ReadingOf<RewardHistoryItem[]>;
  /** What they are worth, from the call that says it everywhere; undefined until it is known. */
  earned: string | undefined;
};

/** How many rewards, what they are worth, and the newest ones. */
export function EarnedSummary({ history, earned }: Props) {
  return (
    <Card title="Earned Rewards Summary">
      <Reading of={history} what="Your earned rewards">
        {(lines) => <Summary rewards={earnedRewards(lines)} earned={earned ?? '–'} />}
      </Reading>
    </Card>
  );
}

function Summary({ rewards, earned }: { rewards: RewardHistoryItem[]; earned: string }) {
  if (rewards.length === 0) {
    return (
      <EmptyState icon="gift" title="No rewards yet. Your first completed referral brings one!" />
    );
  }
  const more = rewards.slice(RECENT_REWARDS);
  return (
    <div className="stack earned-summary">
      <dl>
        <div>
          <dt>Rewards</dt>
          <dd>{rewards.length}</dd>
        </div>
        <div>
          <dt>Total value</dt>
          <dd>{earned}</dd>
        </div>
      </dl>
      <RewardLines rewards={rewards.slice(0, RECENT_REWARDS)} />
      {more.length > 0 && (
        <details>
          <summary className="muted">And {more.length} more rewards...</summary>
          <RewardLines rewards={more} />
        </details>
      )}
    </div>
  );
}

function RewardLines({ rewards }: { rewards: readonly RewardHistoryItem[] }) {
  return (
    <ul>
      {rewards.map(({ id, amount, description, date, ...paid }) => (
        <li key={id}>
          <span>
            {description}
            <span className="muted">{`Earned ${formatDay(date)} → ${paidText(paid)}`}</span>
          </span>
          <Reward isEarned>{writeMoney(amount)}</Reward>
        </li>
      ))}
    </ul>
  );
}

const paidText = ({ paidAt, paidHow = '' }: Pick<RewardHistoryItem, 'paidAt' | 'paidHow'>) =>
  paidAt ? `Paid ${formatDay(paidAt)} ${paidHow}` : 'not paid yet';
