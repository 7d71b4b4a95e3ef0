import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import {
  readSent,
  readWaiting,
  WAITING_IN,
  removeUnsent,
  restoreUnsent,
  type Removal,
} from '@sunloop/engine/waiting.ts';
import { readUncarried } from '@sunloop/engine/courier.ts';
import { readStatus, STATUS_IN } from '@sunloop/engine/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { NotDelivered } from './not-delivered.tsx';
import { SentLately } from './sent-lately.tsx';
import { WaitingActions } from './waiting-actions.tsx';
import { WaitingEntryItem } from './waiting-entry-item.tsx';
import { useFollowed } from '../../stored/use-stored.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './waiting.css';

type Props = { onEdit: (row: PushRow) => void };

/** A batch holds up to 500 rows, so that reading all of them after each answer would hold up sending. */
const WATCHED = [...WAITING_IN, ...STATUS_IN];

const followAll = (db: UserDb) => followRead(db, WATCHED, () => readAll(db));

async function readAll(db: UserDb) {
  const all = Promise.all([readWaiting(db), readSent(db), readStatus(db), readUncarried(db)]);
  const [entries, sent, status, uncarried] = await all;
  return { entries, sent, status, uncarried };
}

/** What waits to be sent, entry by entry, and what was sent recently. */
export function WaitingList({ onEdit }: Props) {
  const db = useUserDb();
  const held = useFollowed(followAll);
  const [removed, setRemoved] = useState<Removal | undefined>();
  if (!held) return <Skeleton lines={3} label="What waits: loading" />;
  const { entries, sent, status, uncarried } = held;
  const handleRemove = async (row: PushRow) => {
    const token = await removeUnsent(db, row.id);
    setRemoved(token);
    if (!token) showToast(TOO_LATE);
  };
  const handleUndo = async (token: Removal) => {
    const isBack = await restoreUnsent(db, token);
    setRemoved(undefined);
    if (!isBack) showToast(NOT_BACK);
  };
  const shown = entries.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      {removed && (
        <Banner
          tone="info"
          icon="trash"
          action={
            <Button variant="quiet" size="sm" onPress={() => void handleUndo(removed)}>
              Undo
            </Button>
          }
        >
          {removed.row?.name} was removed and will not be sent.
        </Banner>
      )}
      <WaitingActions status={status} />
      {entries.length === 0 ? (
        <EmptyState icon="check" title="Nothing is waiting. Everything has been sent." />
      ) : (
        <section>
          <h3>Waiting to send · {status.waiting.toLocaleString()}</h3>
          <ul>
            {entries.map((entry) => (
              <WaitingEntryItem
                key={entry.key}
                entry={entry}
                onEdit={onEdit}
                onRemove={(row) => void handleRemove(row)}
              />
            ))}
          </ul>
        </section>
      )}
      {status.waiting > shown && (
        <p className="muted">And {(status.waiting - shown).toLocaleString()} more after these.</p>
      )}
      {status.waiting > 0 && <p className="muted">{status.isForNewerBuild ? NEWER : SENDS}</p>}
      <NotDelivered files={uncarried} />
      <SentLately sent={sent} />
    </>
  );
}

const SENDS = 'We’ll send it as soon as you’re online.';
const NEWER = 'A newer version of Sunloop saved this and sends it: reload to update.';
const TOO_LATE = {
  title: 'Nothing was removed',
  description: 'It was sent or removed meanwhile.',
};

const NOT_BACK = {
  title: 'Nothing was restored',
  description: 'It was sent meanwhile, or a later change waits in its place.',
};
