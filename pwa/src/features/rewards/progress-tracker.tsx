import type { RewardHistoryItem, RewardLevel, UserStats } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { getOwnReferral } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { TRACKER_BOXES } from './reward-figures.ts';
import { stopsOf, type Stop } from './reward-path.ts';
import './progress-tracker.css';

type Props = {
  db: UserDb;
  stats: ReadingOf<UserStats>;
  levels: ReadingOf<RewardLevel[]>;
  history: ReadingOf<RewardHistoryItem[]>;
  /** What belongs to the path, below it. */
  children: ReactNode;
};

/** The way to the top of the ladder: ten stops, each with its friend or what it will bring. */
export function ProgressTracker({ db, stats, levels, history, children }: Props) {
  return (
    <Card title="Referral Progress Tracker">
      <Reading of={stats} what="Your progress" lines={2}>
        {({ successfulReferrals: done }) => (
          <Path
            db={db}
            done={done}
            stops={stopsOf({
              done,
              levels: levels.kind === 'ready' ? levels.data : [],
              history: history.kind === 'ready' ? history.data : [],
            })}
          />
        )}
      </Reading>
      <div className="page-grid path-more">{children}</div>
    </Card>
  );
}

function Path({ db, done, stops }: { db: UserDb; done: number; stops: readonly Stop[] }) {
  const ids = stops.flatMap(({ referralId }) => referralId ?? []);
  const friends = useLiveQuery(() => readNames(db, ids), [db, ids.join()]);
  return (
    <div className="progress-tracker">
      <p>
        <strong>
          {done} / {TRACKER_BOXES}
        </strong>{' '}
        successful referrals
      </p>
      <ol>
        {stops.map(({ ordinal, state, reward, referralId }) => (
          <li key={ordinal} data-state={state}>
            <span className="stop-box">{state === 'done' ? <Icon name="check" /> : ordinal}</span>
            <span className="stop-who">
              {state === 'next' ? 'Next' : referralId && friends?.get(referralId)}
            </span>
            <span className="stop-reward">{reward}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Names of own referrals by id, where this device holds them. */
async function readNames(db: UserDb, ids: readonly string[]) {
  const friends = await Promise.all(ids.map((id) => getOwnReferral(db, id)));
  return new Map(friends.map((friend) => [friend?.id, friend?.name]));
}
