import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { useEffect } from 'react';
import { reportFailure } from '@sunloop/engine/data/storage/report-failure.ts';
import { isCutOff, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { formatMoment, formatShortDay } from '../../lib/format-date.ts';
import { realDeps, refreshStale } from '@sunloop/engine/read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { toneOf } from '../../ui/status-tone.ts';
import { Tally } from '../../ui/tally.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { followOnBehalfItems, type OnBehalfItem } from '@sunloop/engine/on-behalf.ts';
import { useFollowed, useStored } from '../../stored/use-stored.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './on-behalf-card.css';

const readIsCut = async (db: UserDb) => isCutOff(await readSyncState(db));

/** What the person took for other customers, also what still waits; without signal, as this device knows it. */
export function OnBehalfCard() {
  const db = useUserDb();
  const onBehalf = useFollowed(followOnBehalfItems);
  const isCut = useStored(readIsCut);
  const isDue = onBehalf?.isDue;
  useEffect(() => {
    if (!isDue) return;
    refreshStale(db, realDeps, ['taken']).catch((error: unknown) =>
      reportFailure(db, 'Refreshing failed on this device', error),
    );
  }, [db, isDue]);
  if (!onBehalf || isCut === undefined) return null;
  const { items, today, thisMonth, completed, total, fetchedAt } = onBehalf;
  return (
    <Card title="Taken for others">
      <Tally
        counts={[
          { label: 'Today', count: today, tone: 'info' },
          { label: 'This month', count: thisMonth, tone: 'info' },
          { label: 'Completed', count: fetchedAt === 0 ? undefined : completed, tone: 'good' },
        ]}
      />
      {isCut && fetchedAt > 0 && <p className="muted">As of {formatMoment(fetchedAt)}</p>}
      {items.length === 0 ? (
        <None isKnown={fetchedAt > 0} isCut={isCut} />
      ) : (
        <LongList label="Taken for others" items={items} keyOf={({ id }) => id}>
          {(item) => <Item {...item} />}
        </LongList>
      )}
      {total > items.length && (
        <p className="muted">
          Showing the newest {items.length.toLocaleString()} of {total.toLocaleString()}.
        </p>
      )}
    </Card>
  );
}

function None({ isKnown, isCut }: { isKnown: boolean; isCut: boolean }) {
  if (isKnown) {
    return (
      <p className="muted">
        Nothing yet. Add a referral and name the customer it is for; it pays them.
      </p>
    );
  }
  if (isCut) return <p className="muted">This list comes as soon as you’re online.</p>;
  return <Skeleton lines={2} label="Taken for others: loading" />;
}

function Item({ name, customer, date, state }: OnBehalfItem) {
  return (
    <div className="on-behalf-item">
      <strong className="truncate">{name}</strong>
      <span className="truncate muted">
        for {customer} · {formatShortDay(date)}
      </span>
      <StateBadge state={state} />
    </div>
  );
}

function StateBadge({ state }: Pick<OnBehalfItem, 'state'>) {
  if (state.kind !== 'stored') return <UnsentBadge kind={state.kind} />;
  return <Badge tone={toneOf(state.status)}>{referralStatusLabel(state.status)}</Badge>;
}
