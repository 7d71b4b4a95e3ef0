import { decodeCursor } from '../../db/query/cursor.ts';
import { defineSharedSessionRead } from '../../http/session/session-read.ts';

interface Newest {
  /** Version of the person's referral that was changed or deleted last; null if there is none. */
  readonly newest: string | null;
  /** Every transaction below this number has ended. */
  readonly xmin: string;
}

// One row of the index over both columns. Asked for one user by `=`, the planner may walk the versions of everybody instead,
// in the hope of meeting that user's soon.
const newestOf = (table: string) => `(select version from ${table}
  where user_id between s.user_id and s.user_id order by user_id desc, version desc limit 1)`;

/** The newest version in a person's list, to read together with their session. */
export const NEWEST_WITH_SESSION = defineSharedSessionRead('find-sessions-with-newest', {
  columns: 'r.newest, r.xmin',
  from: `select greatest(${newestOf('referrals')}, ${newestOf('referral_tombstones')})::text as newest,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
});

/**
 * Whether the list of which a device holds what was there at the cursor `held` has moved since. `read` is the row of
 * `NEWEST_WITH_SESSION`. What was written by a transaction that began before the cursor was made and ended near it counts
 * as moved, too, until a pull has a later cursor: rather once too often than never. So does a database that has not come to
 * the cursor yet, because it was put back; whether it is another run of the database is seen by the next pull.
 */
export function hasListMoved(held: string, read: object | undefined): boolean {
  const cursor = decodeCursor(held);
  if (!read || !cursor) return false;
  // The read names these columns.
  const { newest, xmin } = read as Newest;
  const isBefore = BigInt(xmin) < BigInt(cursor.xmin);
  return isBefore || (newest !== null && BigInt(newest) >= BigInt(cursor.xmin));
}
