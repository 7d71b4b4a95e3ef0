import { routes } from '@sunloop/shared-types/routes.ts';
import { useState } from 'react';
import { type UserPage, type UsersView, usersQuestion } from '../accounts/users/user-list.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import { useDeskReading } from './use-desk-reading.ts';

const PAGE_ROWS = 50;

/** How somebody came to a page of a list: the cursors of the second page up to it. */
export interface Way {
  list: string;
  cursors: readonly string[];
}
export const START: Way = { list: '', cursors: [] };

/** The page of a view that `way` leads to; the first one if it is a way through another list. */
export function useUserPage(view: UsersView, [way, setWay]: [Way, (way: Way) => void]): UserPage {
  const question = usersQuestion(view);
  const list = JSON.stringify(question);
  const cursors = way.list === list ? way.cursors : START.cursors;
  const query = { ...question, limit: String(PAGE_ROWS), after: cursors.at(-1) };
  const asked = useDeskReading(routes.users, { query });
  const shown = useLast({ ...asked, list, cursors });
  const counts = useLast(useDeskReading(routes.countUsers, { query: { q: question.q } }));
  const go = (to: readonly string[]) => () => setWay({ list: shown.list, cursors: to });
  const next = shown.kind === 'ready' ? shown.next : undefined;
  return {
    users: shown,
    counts: counts.kind === 'ready' ? counts.data : undefined,
    isBehind: asked.kind === 'loading',
    before: shown.cursors.length * PAGE_ROWS,
    onPrevious: shown.cursors.length > 0 ? go(shown.cursors.slice(0, -1)) : undefined,
    onNext: next === undefined ? undefined : go([...shown.cursors, next]),
  };
}

/** What was read or, while that is loading, what was read before it. */
function useLast<R extends ReadingOf<unknown>>(reading: R): R {
  const [last, setLast] = useState(reading);
  if (reading.kind === 'loading') return last;
  if (contentOf(reading) !== contentOf(last)) setLast(reading);
  return reading;
}

const contentOf = (reading: ReadingOf<unknown>) =>
  reading.kind === 'ready' ? reading.data : reading.kind;
