import { LADDER_STOPS } from '@sunloop/shared-types/limits.ts';
import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import type { UserStats } from '@sunloop/shared-types/program/reward.ts';
import { getOwnReferral } from '@sunloop/engine/data/own-referrals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Reward } from '../../ui/reward.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { useStored } from '../../stored/use-stored.ts';
import './progress-tracker.css';

type Props = {
  stats: ReadingOf<UserStats>;
  ladder: ReadingOf<Ladder>;
};

/** The way to the top of the ladder: ten stops, each with its friend or what it will bring. */
export function ProgressTracker({ stats, ladder }: Props) {
  return (
    <Card title="Referral Progress Tracker">
      <Reading of={stats} what="Your progress" lines={2}>
        {({ successfulReferrals: done }) => (
          <Path done={done} ladder={ladder.kind === 'ready' ? ladder.data : undefined} />
        )}
      </Reading>
    </Card>
  );
}

type PathProps = { done: number; ladder: Ladder | undefined };

/** The server says what each stop earned or will earn. */
function Path({ done, ladder }: PathProps) {
  const ids = ladder?.stops.flatMap(({ referralId }) => referralId ?? []) ?? [];
  const friends = useStored(readNames, ids.join());
  return (
    <div className="stack progress-tracker">
      <p>
        <strong>
          {done} / {LADDER_STOPS}
        </strong>{' '}
        successful referrals
      </p>
      <ol>
        {Array.from({ length: LADDER_STOPS }, (_, index) => {
          const { reward, referralId } = ladder?.stops[index] ?? {};
          const state = index < done ? 'done' : index === done ? 'next' : 'ahead';
          return (
            <li key={index} data-state={state}>
              <span className="stop-box">
                {state === 'done' ? <Icon name="check" /> : index + 1}
              </span>
              <span className="row stop-text">
                <span className="stop-who">
                  {state === 'next' ? 'Next' : referralId && friends?.get(referralId)}
                </span>
                {reward && <Reward isEarned={state === 'done'}>{reward}</Reward>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Names of own referrals by id, if this device holds them; `ids` are separated by commas. */
async function readNames(db: UserDb, ids: string) {
  const friends = await Promise.all(ids.split(',').map((id) => getOwnReferral(db, id)));
  return new Map(friends.map((friend) => [friend?.id, friend?.name]));
}
