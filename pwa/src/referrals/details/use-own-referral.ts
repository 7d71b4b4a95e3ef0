import { useLiveQuery } from 'dexie-react-hooks';
import { getOwnReferral } from '@sunloop/engine/data/own-referrals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { listRows, type ListRow } from '../list/list-rows.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

/** One of the person's own referrals, live: undefined while reading, null if it is not here. */
export function useOwnReferral(db: UserDb, id: string | undefined): ListRow | null | undefined {
  return useLiveQuery(() => withReopen(db, async () => (id ? findRow(db, id) : null)), [db, id]);
}

async function findRow(db: UserDb, id: string): Promise<ListRow | null> {
  const [stored, rejected] = await Promise.all([getOwnReferral(db, id), db.rejected.get(id)]);
  // Entries hold many rows, so they are searched only if the row is nowhere else.
  const isElsewhere = stored !== undefined || rejected !== undefined;
  const entries = isElsewhere ? [] : await db.outbox.toArray();
  const rows = listRows({
    stored: stored ? [stored] : [],
    rejected: rejected ? [rejected] : [],
    entries,
  });
  return rows.find((row) => row.id === id) ?? null;
}
