import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo } from 'react';
import { isCutOff, readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
import {
  asked,
  type DeskAnswer,
  type DeskInput,
  type DeskRoute,
  readDesk,
  refreshDesk,
  refreshDeskNow,
} from '../sync/desk-resources.ts';
import type { ReadingOf } from '../ui/reading.tsx';
import { readingOf } from './use-reading.ts';

/** A route with parameters needs them; a query may stay away. */
type Input<R extends DeskRoute> = 'params' extends keyof R
  ? [input: DeskInput<R>]
  : [input?: DeskInput<R>];

const report = (error: unknown) => console.error('Reading failed on this device:', error);

/**
 * What this device holds of an admin's read, live, with its age where it may have been overtaken; fetched
 * when it is first looked at, stale or touched by a write, and when the connection comes back.
 */
export function useDeskReading<R extends DeskRoute>(
  db: UserDb,
  route: R,
  ...[input]: Input<R>
): ReadingOf<DeskAnswer<R>> {
  const { path } = asked(route, input);
  const question = useMemo(() => ({ ...route, path }), [route, path]);
  const read = useLiveQuery(async () => {
    // Begun together, as in `useReading`.
    const now = Date.now();
    const [held, state] = await Promise.all([readDesk(db, question, now), readSyncState(db)]);
    return { path: question.path, held, state, now };
  }, [db, question]);
  // Not while nobody answers.
  const isDue = read?.path === path && read.held?.isDue !== false;
  const isWanted = isDue && !isCutOff(read.state);
  useEffect(() => {
    if (isWanted) refreshDesk(db, question).catch(report);
  }, [db, question, isWanted]);

  // A live query shows the answer to the question before until it has the new one.
  if (read?.path !== path) return { kind: 'loading' };
  const retry = () => void refreshDeskNow(db, question).catch(report);
  return readingOf(read, retry);
}
