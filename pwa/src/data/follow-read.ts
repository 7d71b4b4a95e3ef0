import type { Follow } from '../lib/follow.ts';
import { isOutdated } from './storage-notices.ts';
import type { UserDb } from './user-db.ts';
import { type Changes, type TableName, watchTables } from './watch-tables.ts';

/**
 * A read of the tables, live as a live query is but paced: while rows are being sent each of its runs would take
 * their time.
 */
export function followRead<T>(
  db: UserDb,
  tables: readonly TableName[],
  read: (changes: Changes) => Promise<T>,
): Follow<T> {
  return (onValue, onError) =>
    watchTables(db, tables, async (changes) => {
      try {
        onValue(await read(changes));
      } catch (error) {
        // Of a database a newer build took away its own notice tells; the page stays as it was.
        if (!isOutdated(db)) onError(error);
      }
    });
}
