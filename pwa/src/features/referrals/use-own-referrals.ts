import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from '../../sync/refresh-referrals.ts';
import { listRows } from './list-rows.ts';

/**
 * The person's own referrals, live; undefined until the device has been read. `wasFetched` tells an
 * empty list from one that never arrived.
 */
export function useOwnReferrals(db: UserDb) {
  const held = useLiveQuery(async () => {
    const [stored, entries, rejected, resource] = await Promise.all([
      db.referrals.toArray(),
      db.outbox.toArray(),
      db.rejected.toArray(),
      db.resources.get(REFERRALS_PATH),
    ]);
    return { stored, entries, rejected, wasFetched: (resource?.fetchedAt ?? 0) > 0 };
  }, [db]);
  return useMemo(() => held && { rows: listRows(held), wasFetched: held.wasFetched }, [held]);
}
