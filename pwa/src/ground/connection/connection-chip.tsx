import { useMemo, useSyncExternalStore } from 'react';
import { onStorageHealth, readStorageHealth } from '@sunloop/engine/data/storage/health.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { connectionState } from '@sunloop/engine/status.ts';
import { Icon } from '../../ui/icon.tsx';
import { useFollowed } from '../../ui/use-followed.ts';
import { Popover } from '../../ui/layers/popover.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { connectionText } from './connection-text.ts';
import { readAndCount } from './read-and-count.ts';
import { useStoring } from './use-storing.ts';
import './connection-chip.css';

const TABLES = ['sync', 'outbox', 'rejected', 'resources'] as const;

/** The state of the connection in the header, with its details behind it. */
export function ConnectionChip({ db }: { db: UserDb }) {
  // A full device cannot note in its database that it is full.
  const storage = useSyncExternalStore(onStorageHealth, readStorageHealth);
  const [stored, isStoring] = useStoring();
  // Once the app is stored, the state is read before it is shown: something may have been saved meanwhile.
  const follow = useMemo(
    () => followRead(db, TABLES, async () => ({ ...(await readAndCount(db)), isStoring })),
    [db, isStoring],
  );
  const read = useFollowed(follow);
  if (!read) return null;
  const storing = read.isStoring ? stored : null;
  const status = { ...read, storage };
  const state = connectionState(status);
  const { kind } = state;
  const text = connectionText(state, storing);
  const { icon, tone, label } = text;
  const trigger = (
    <button type="button" className="connection-chip" data-tone={tone} data-kind={kind}>
      <Icon name={icon} />
      <span aria-live={storing ? 'off' : 'polite'}>{label}</span>
      {status.rejected > 0 && <b aria-label={`${status.rejected} need a fix`}>{status.rejected}</b>}
    </button>
  );
  return (
    <Popover label="Connection" trigger={trigger}>
      {(close) => <ConnectionDetails {...{ db, status, text, close }} />}
    </Popover>
  );
}
