import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { useFollowed } from '../../ui/use-followed.ts';
import { ADDED_IN, readAdded } from './added.ts';
import './added-dialog.css';

/** How many were added today, undefined until that is known; opens the list of them. */
export function TodayCount({ count }: { count: number | undefined }) {
  return (
    <Link
      className="today-count"
      to="."
      search={({ add: _form, ...now }) => ({ ...now, today: 1 as const })}
      resetScroll={false}
    >
      Today: {count?.toLocaleString() ?? '–'}
    </Link>
  );
}

/** The same where the list itself is not shown. */
export function OwnTodayCount({ db }: { db: UserDb }) {
  const follow = useMemo(() => followRead(db, ADDED_IN, () => countToday(db)), [db]);
  return <TodayCount count={useFollowed(follow)} />;
}

async function countToday(db: UserDb): Promise<number> {
  return (await readAdded(db, startOfDay(Date.now()))).length;
}
