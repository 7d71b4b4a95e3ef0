import type { Follow } from '../lib/follow.ts';
import { isOutdated } from './storage/notices.ts';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';
import { type Changes, type WatchTarget, watchTables } from './watch-tables.ts';

/**
 * A read that follows changes like a live query, but paced: while rows are being sent, running it after each write
 * would take too long.
 */
export function followRead<T>(
  db: UserDb,
  watched: readonly WatchTarget[],
  read: (changes: Changes) => Promise<T>,
  firstWaitMs?: number,
): Follow<T> {
  return (onValue, onError) => {
    let isEnded = false;
    const readOnce = async (changes: Changes) => {
      try {
        const value = await withReopen(db, () => read(changes));
        // The answer to a former question must not replace that of the next one.
        if (!isEnded) onValue(value);
      } catch (error) {
        // If a newer build took over the database, a notice says so; the page stays as it was.
        if (!isEnded && !isOutdated(db)) onError(error);
      }
    };
    const stop = watchTables(db, watched, readOnce, firstWaitMs);
    return () => {
      isEnded = true;
      stop();
    };
  };
}
