import type { Follow } from '../lib/follow.ts';
import { isOutdated } from './storage/notices.ts';
import type { UserDb } from './user-db.ts';
import { type Changes, type WatchTarget, watchTables } from './watch-tables.ts';

/**
 * A read that follows changes like a live query, but paced: while rows are being sent, running it after each write
 * would take too long.
 */
export function followRead<T>(
  db: UserDb,
  watched: readonly WatchTarget[],
  read: (changes: Changes) => Promise<T>,
): Follow<T> {
  return (onValue, onError) =>
    watchTables(db, watched, async (changes) => {
      try {
        onValue(await read(changes));
      } catch (error) {
        // If a newer build took over the database, a notice says so; the page stays as it was.
        if (!isOutdated(db)) onError(error);
      }
    });
}
