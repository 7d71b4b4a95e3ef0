import type { RewardLevel } from '@sunloop/shared-types/program/reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { percentOf, ProgressBar } from '../../ui/progress-bar.tsx';
import { Reward } from '../../ui/reward.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import './level-progress.css';

type Props = { levels: ReadingOf<RewardLevel[]>; action?: ReactNode };

/** The person's progress on every level of the ladder. */
export function LevelProgress({ levels, action }: Props) {
  return (
    <Card title="Rewards Progress" action={action}>
      <Reading of={levels} what="Your reward levels" lines={4}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="gift" title="There are no reward levels at the moment." />
          ) : (
            <ol className="stack level-progress" data-gap="5">
              {list.map((level) => (
                <Level key={level.id} level={level} />
              ))}
            </ol>
          )
        }
      </Reading>
    </Card>
  );
}

function Level({ level }: { level: RewardLevel }) {
  const { name, reward, currentReferrals, requiredReferrals, completed } = level;
  const noun = requiredReferrals === 1 ? 'referral' : 'referrals';
  const count = `${currentReferrals} of ${requiredReferrals} ${noun}`;
  return (
    <li>
      <p>
        <strong>{name}</strong>
        {completed && (
          <Badge tone="good" icon="check">
            Completed
          </Badge>
        )}
        <Reward isEarned={completed}>{writeMoney(reward)}</Reward>
      </p>
      {!completed && (
        <>
          <ProgressBar
            label={`${name}: ${count}`}
            value={currentReferrals}
            max={requiredReferrals}
            tone="sun"
          />
          <p className="level-count">
            <span>{count}</span>
            <span>{percentOf(currentReferrals, requiredReferrals)}%</span>
          </p>
        </>
      )}
    </li>
  );
}
