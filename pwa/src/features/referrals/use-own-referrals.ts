import { useEffect, useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { type Own, OwnList } from './own-list.ts';

const TABLES = ['referrals', 'arrived', 'outbox', 'rejected', 'resources'] as const;

/**
 * The person's own referrals, live; undefined until the device has been read. `wasFetched` tells an
 * empty list from one that never arrived. There may be tens of thousands, so changes are paced.
 */
export function useOwnReferrals(db: UserDb): Own | undefined {
  const [held, setHeld] = useState<{ own: Own } | { error: unknown }>();
  useEffect(() => {
    let list = new OwnList(db);
    return watchTables(db, TABLES, async (changes) => {
      try {
        setHeld({ own: await list.read(changes) });
      } catch (error) {
        // What it missed is not told again.
        list = new OwnList(db);
        setHeld({ error });
      }
    });
  }, [db]);
  // The page's own error screen tells what to do about a storage that cannot be read.
  if (held && 'error' in held) throw held.error;
  return held?.own;
}
