import { useEffect, useMemo } from 'react';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import { reportFailure } from '@sunloop/engine/data/storage/report-failure.ts';
import { isCutOff, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { SyncState, UserDb } from '@sunloop/engine/data/user-db.ts';
import { formatMoment } from '../lib/format-date.ts';
import {
  isOld,
  pathOf,
  readResource,
  realDeps,
  refreshNow,
  refreshStale,
  type FetchedName,
  type StoredResource,
  type ResourceData,
} from '@sunloop/engine/read.ts';
import type { ReadingOf } from '../ui/reading.tsx';
import { useFollowed } from '../ui/use-followed.ts';

type Name = Exclude<keyof ResourceData, 'user' | 'referrals'>;

/** Paced, because each answer to a push changes the state of sending. */
const followReading = <N extends Name>(db: UserDb, name: N) =>
  followRead(db, [{ table: 'resources', key: pathOf(name) }, 'sync'], async () => {
    const [held, state] = await Promise.all([readResource(db, name), readSyncState(db)]);
    return { held, state, now: Date.now() };
  });

/** What the device holds of a resource, live, with its age if it may be out of date. */
export function useReading<N extends Name>(db: UserDb, name: N): ReadingOf<ResourceData[N]> {
  const read = useFollowed(useMemo(() => followReading(db, name), [db, name]));
  if (!read) return { kind: 'loading' };
  const retry = () => {
    refreshNow(db, name).catch((error: unknown) => reportFailure(db, 'Reading failed here', error));
  };
  return readingOf(read, retry);
}

/** What the device holds of something, and the state of sending; `now` in epoch milliseconds. */
export interface Read<T> {
  held: StoredResource<T> | undefined;
  state: SyncState;
  now: number;
}

/** What was read, for the person: with its age if it may be out of date, or why it is missing. */
export function readingOf<T>({ held, state, now }: Read<T>, retry: () => void): ReadingOf<T> {
  const isCut = isCutOff(state);
  if (held?.data !== undefined) {
    const hasFailed = (held.triedAt ?? 0) > held.fetchedAt;
    const age = `As of ${formatMoment(held.fetchedAt)}`;
    return {
      kind: 'ready',
      data: held.data,
      age: isCut || hasFailed || isOld(held.fetchedAt, now) ? age : undefined,
    };
  }
  if (!isCut && !held) return { kind: 'loading' };
  return { kind: 'missing', why: isCut ? 'offline' : 'error', retry };
}

/** Fetches what a page shows if it is stale when the page opens (SPEC §9). `names` must be a constant. */
export function useFresh(db: UserDb, names: readonly FetchedName[]): void {
  useEffect(() => {
    refreshStale(db, realDeps, names).catch((error: unknown) =>
      reportFailure(db, 'Refreshing failed on this device', error),
    );
  }, [db, names]);
}
