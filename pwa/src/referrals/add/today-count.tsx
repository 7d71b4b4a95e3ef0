import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { readAdded } from './added.ts';
import './added-dialog.css';

/** How many were added today, which opens the list of them. */
export function TodayCount({ db }: { db: UserDb }) {
  const today = useLiveQuery(
    async () => (await readAdded(db, startOfDay(Date.now()))).length,
    [db],
  );
  return (
    <Link
      className="today-count"
      to="."
      search={({ add: _form, ...now }) => ({ ...now, today: 1 as const })}
      resetScroll={false}
    >
      Today: {today?.toLocaleString() ?? '–'}
    </Link>
  );
}
