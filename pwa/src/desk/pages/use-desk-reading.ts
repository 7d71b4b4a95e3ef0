import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  asked,
  followDesk,
  refreshDesk,
  refreshDeskNow,
  type DeskAnswer,
  type StoredDeskAnswer,
  type DeskInput,
  type DeskRoute,
} from '@sunloop/engine/desk.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import { useTellFreshness } from './freshness.tsx';
import type { Read } from '@sunloop/engine/read.ts';
import { readingOf } from '../../routes/use-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useFollowed } from '../../stored/use-stored.ts';

/** A route with parameters needs them; a query is optional. */
type Input<R extends DeskRoute> = 'params' extends keyof R
  ? [input: DeskInput<R>]
  : [input?: DeskInput<R>];

/** `next` is the cursor of the page after it, if there is one. */
export type DeskReading<T> = ReadingOf<T> & { next?: string | undefined };

const report = (error: unknown) => console.error('Reading failed on this device:', error);

/**
 * What this device holds of an admin's read, live; the head of the panel shows its age. Fetched if it is missing,
 * touched by a write or stale when first shown, and when the connection comes back.
 */
export function useDeskReading<R extends DeskRoute>(
  route: R,
  ...[input]: Input<R>
): DeskReading<DeskAnswer<R>> {
  const db = useUserDb();
  const { path } = asked(route, input);
  const question = useMemo(() => ({ ...route, path }), [route, path]);
  const read = useFollowed(followDesk<R>, question);
  // A live query returns the answer to the previous question until it has the new one.
  const own = read?.path === path ? read : undefined;
  useFetching(question, own);
  useShown(question, own?.held);
  if (!own) return { kind: 'loading' };
  const retry = () => void refreshDeskNow(db, question).catch(report);
  const reading = readingOf(own, retry);
  if (reading.kind !== 'ready') return reading;
  return { kind: 'ready', data: reading.data, next: own.held?.next };
}

type DeskRead = Read<StoredDeskAnswer<unknown> | undefined>;

/** Age counts only when a question is first shown and when the server answers again; a desk left open asks nothing. */
function useFetching(question: DeskRoute, read: DeskRead | undefined): void {
  const db = useUserDb();
  const judged = useRef('');
  useEffect(() => {
    if (!read) return;
    const isOpening = judged.current !== question.path;
    const { isCut } = read;
    judged.current = isCut ? '' : question.path;
    // It asks only for what is missing, touched or stale.
    if (!isCut && (isOpening || isMissing(read))) refreshDesk(db, question).catch(report);
  }, [db, question, read]);
}

/** Never answered, or touched by a write. */
const isMissing = ({ held }: DeskRead) => !held || held.isTouched;

function useShown(question: DeskRoute, held: DeskRead['held']): void {
  const db = useUserDb();
  const { fetchedAt = 0, triedAt = 0 } = held ?? {};
  const refresh = useCallback(() => refreshDeskNow(db, question).catch(report), [db, question]);
  useTellFreshness(useMemo(() => ({ fetchedAt, triedAt, refresh }), [fetchedAt, triedAt, refresh]));
}
