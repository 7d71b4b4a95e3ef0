import { useEffect, useState } from 'react';
import { isOutdated } from './storage-notices.ts';
import type { UserDb } from './user-db.ts';
import { type Changes, type TableName, watchTables } from './watch-tables.ts';

/**
 * A read of the tables, live as `useLiveQuery` is but paced: while rows are being sent each of its runs would take
 * their time. `tables` and `read` must be the same ones while nothing else is asked for. Undefined until the first
 * read; throws what it fails with into the page.
 */
export function usePacedRead<T>(
  db: UserDb,
  tables: readonly TableName[],
  read: (changes: Changes) => Promise<T>,
): T | undefined {
  const [held, setHeld] = useState<{ value: T } | { error: unknown }>();
  useEffect(
    () =>
      watchTables(db, tables, async (changes) => {
        try {
          setHeld({ value: await read(changes) });
        } catch (error) {
          // Of a database a newer build took away its own notice tells; the page stays as it was.
          if (!isOutdated(db)) setHeld({ error });
        }
      }),
    [db, tables, read],
  );
  // The page's own error screen tells what to do about a storage that cannot be read.
  if (held && 'error' in held) throw held.error;
  return held?.value;
}
