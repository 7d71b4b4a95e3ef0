import { useEffect } from 'react';
import { reportFailure } from '@sunloop/engine/data/storage/report-failure.ts';
import { formatMoment } from '../lib/format-date.ts';
import {
  followResource,
  type Read,
  realDeps,
  refreshNow,
  refreshStale,
  type FetchedName,
  type ResourceData,
  type StoredResource,
} from '@sunloop/engine/read.ts';
import type { ReadingOf } from '../ui/reading.tsx';
import { useUserDb } from '../stored/user-db.ts';
import { useFollowed } from '../stored/use-stored.ts';

type Name = Exclude<keyof ResourceData, 'user' | 'referrals'>;

/** What the device holds of a resource, live, with its age if it may be out of date. */
export function useReading<N extends Name>(name: N): ReadingOf<ResourceData[N]> {
  const db = useUserDb();
  const read = useFollowed(followResource<N>, name);
  if (!read) return { kind: 'loading' };
  const retry = () => {
    refreshNow(db, name).catch((error: unknown) => reportFailure(db, 'Reading failed here', error));
  };
  return readingOf(read, retry);
}

/** What was read, for the person: with its age if it may be out of date, or why it is missing. */
export function readingOf<T>(
  { held, isCut, isOld }: Read<StoredResource<T> | undefined>,
  retry: () => void,
): ReadingOf<T> {
  if (held?.data !== undefined) {
    const hasFailed = (held.triedAt ?? 0) > held.fetchedAt;
    const age = `As of ${formatMoment(held.fetchedAt)}`;
    return {
      kind: 'ready',
      data: held.data,
      age: isCut || hasFailed || isOld ? age : undefined,
    };
  }
  if (!isCut && !held) return { kind: 'loading' };
  return { kind: 'missing', why: isCut ? 'offline' : 'error', retry };
}

/** Fetches what a page shows if it is stale when the page opens (SPEC §9). `names` must be a constant. */
export function useFresh(names: readonly FetchedName[]): void {
  const db = useUserDb();
  useEffect(() => {
    refreshStale(db, realDeps, names).catch((error: unknown) =>
      reportFailure(db, 'Refreshing failed on this device', error),
    );
  }, [db, names]);
}
