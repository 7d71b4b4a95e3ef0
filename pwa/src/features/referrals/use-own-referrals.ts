import { useEffect, useState } from 'react';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { REFERRALS_PATH } from '../../sync/referral-versions.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { withReopen } from '../../data/with-reopen.ts';

type Own = { rows: ListRow[]; wasFetched: boolean };

/**
 * The person's own referrals, live; undefined until the device has been read. `wasFetched` tells an
 * empty list from one that never arrived. Tens of thousands are read whole, so changes are paced.
 */
export function useOwnReferrals(db: UserDb): Own | undefined {
  const [held, setHeld] = useState<{ own: Own } | { error: unknown }>();
  useEffect(
    () =>
      watchTables(db, ['referrals', 'arrived', 'outbox', 'rejected', 'resources'], async () => {
        try {
          setHeld({ own: await readOwn(db) });
        } catch (error) {
          setHeld({ error });
        }
      }),
    [db],
  );
  // The page's own error screen tells what to do about a storage that cannot be read.
  if (held && 'error' in held) throw held.error;
  return held?.own;
}

async function readOwn(db: UserDb): Promise<Own> {
  const [stored, entries, rejected, resource] = await withReopen(db, () =>
    Promise.all([
      readOwnReferrals(db),
      db.outbox.toArray(),
      db.rejected.toArray(),
      db.resources.get(REFERRALS_PATH),
    ]),
  );
  const rows = listRows({ stored, entries, rejected });
  return { rows, wasFetched: (resource?.fetchedAt ?? 0) > 0 };
}
