import { useLiveQuery } from 'dexie-react-hooks';
import { isCutOff, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { REFERRALS_PATH, refreshNow } from '@sunloop/engine/read.ts';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

type Props = { db: UserDb; lines: number };

/** Replaces a list that has never arrived: loading, offline, or failed with a button to retry. */
export function NeverFetched({ db, lines }: Props) {
  const reading = useLiveQuery(() => readWhy(db), [db]) ?? { kind: 'loading' };
  return (
    <Reading of={reading} what="Your referrals" lines={lines}>
      {() => null}
    </Reading>
  );
}

async function readWhy(db: UserDb): Promise<ReadingOf<never>> {
  const [resource, state] = await withReopen(db, () =>
    Promise.all([db.resources.get(REFERRALS_PATH), readSyncState(db)]),
  );
  const retry = () => {
    refreshNow(db, 'referrals').catch((error: unknown) =>
      console.error('Reading failed here:', error),
    );
  };
  if (isCutOff(state)) return { kind: 'missing', why: 'offline', retry };
  return resource ? { kind: 'missing', why: 'error', retry } : { kind: 'loading' };
}
