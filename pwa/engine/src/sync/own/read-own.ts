import { getOwnReferral, readOwnReferrals } from '../../data/own-referrals.ts';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { listRows, type ListRow, type OwnReferrals } from './list-rows.ts';

/** All of the person's referrals as they are kept, in no order. */
export async function readOwn(db: UserDb): Promise<OwnReferrals> {
  const [stored, entries, rejected] = await withReopen(db, () =>
    Promise.all([readOwnReferrals(db), db.outbox.toArray(), db.rejected.toArray()]),
  );
  return { stored, entries, rejected };
}

/** One of the person's own referrals; null if it is not here, or none was asked for. */
export async function readOwnRow(db: UserDb, id: string | undefined): Promise<ListRow | null> {
  if (id === undefined) return null;
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

/** What the server refused, in no order. */
export function readRejected(db: UserDb): Promise<RejectedRow[]> {
  return withReopen(db, () => db.rejected.toArray());
}
