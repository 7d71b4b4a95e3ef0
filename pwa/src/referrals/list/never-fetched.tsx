import { isCutOff, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { refreshNow, wasListAsked } from '@sunloop/engine/read.ts';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { useStored } from '../../stored/use-stored.ts';

type Props = { lines: number };

/** Replaces a list that has never arrived: loading, offline, or failed with a button to retry. */
export function NeverFetched({ lines }: Props) {
  const reading = useStored(readWhy) ?? { kind: 'loading' };
  return (
    <Reading of={reading} what="Your referrals" lines={lines}>
      {() => null}
    </Reading>
  );
}

async function readWhy(db: UserDb): Promise<ReadingOf<never>> {
  const [wasAsked, state] = await Promise.all([wasListAsked(db), readSyncState(db)]);
  const retry = () => {
    refreshNow(db, 'referrals').catch((error: unknown) =>
      console.error('Reading failed here:', error),
    );
  };
  if (isCutOff(state)) return { kind: 'missing', why: 'offline', retry };
  return wasAsked ? { kind: 'missing', why: 'error', retry } : { kind: 'loading' };
}
