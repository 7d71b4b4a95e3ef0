import { Link } from '@tanstack/react-router';
import { followToday } from '@sunloop/engine/rows.ts';
import { useFollowed } from '../../stored/use-stored.ts';
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
export function OwnTodayCount() {
  return <TodayCount count={useFollowed(followToday)} />;
}
