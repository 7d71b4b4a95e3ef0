import type { UserStats } from '@sunloop/shared-types';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { TRACKER_BOXES } from './reward-figures.ts';
import './progress-tracker.css';

/** Ten boxes on the way to the top of the ladder. */
export function ProgressTracker({ stats }: { stats: ReadingOf<UserStats> }) {
  return (
    <Card title="Referral Progress Tracker">
      <Reading of={stats} what="Your progress" lines={2}>
        {({ successfulReferrals }) => <Boxes done={successfulReferrals} />}
      </Reading>
    </Card>
  );
}

function Boxes({ done }: { done: number }) {
  return (
    <div className="progress-tracker">
      <p>
        <strong>
          {done} / {TRACKER_BOXES}
        </strong>{' '}
        successful referrals
      </p>
      <ol aria-hidden="true">
        {Array.from({ length: TRACKER_BOXES }, (_, index) => (
          <li key={index} data-done={index < done || undefined}>
            {index < done ? <Icon name="check" /> : index + 1}
          </li>
        ))}
      </ol>
    </div>
  );
}
