import { useSyncExternalStore } from 'react';
import { onStorageHealth, readStorageHealth } from '@sunloop/engine/data/storage/health.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { connectionState, STATUS_IN } from '@sunloop/engine/status.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { connectionText } from './connection-text.ts';
import { readAndCount } from './read-and-count.ts';
import { useStoring } from './use-storing.ts';
import { useFollowed } from '../../stored/use-stored.ts';
import './connection-chip.css';

const followStatus = (db: UserDb, isStoring: boolean) =>
  followRead(db, STATUS_IN, async () => ({ ...(await readAndCount(db)), isStoring }));

/** The state of the connection in the header, with its details behind it. */
export function ConnectionChip() {
  // A full device cannot note in its database that it is full.
  const storage = useSyncExternalStore(onStorageHealth, readStorageHealth);
  const [stored, isStoring] = useStoring();
  // Once the app is stored, the state is read before it is shown: something may have been saved meanwhile.
  const read = useFollowed(followStatus, isStoring);
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
      {(close) => <ConnectionDetails {...{ status, text, close }} />}
    </Popover>
  );
}
