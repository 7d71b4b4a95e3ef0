import { decodeCursor } from '../../db/query/cursor.ts';
import { defineSharedSessionRead } from '../../http/session/session-read.ts';

interface Newest {
  /** Version of the person's referral that was changed or deleted last; null if there is none. */
  readonly newest: string | null;
  readonly epoch: string | null;
}

// One row of the index over both columns. Asked for one user by `=`, the planner may walk the versions of everybody instead,
// in the hope of meeting that user's soon.
const newestOf = (table: string) => `(select version from ${table}
  where user_id between s.user_id and s.user_id order by user_id desc, version desc limit 1)`;

// Whether that still is the epoch costs as much as all the rest, and is asked by the next pull of anybody, which begins another.
const LAST_EPOCH = '(select id from epochs where ended_before is null)';

/** The newest version in a person's list, to read together with their session: from the primary, because a replica may lag. */
export const NEWEST_WITH_SESSION = defineSharedSessionRead('find-sessions-with-newest', {
  columns: 'r.newest, r.epoch',
  from: `select greatest(${newestOf('referrals')}, ${newestOf('referral_tombstones')})::text as newest,
    ${LAST_EPOCH} as epoch`,
  isSmall: true,
});

/**
 * Whether the list of which a device holds what was there at the cursor `held` has moved since. `read` is the row of
 * `NEWEST_WITH_SESSION`. What was written by a transaction that began before the cursor was made and ended near it counts
 * as moved, too, until a pull has a later cursor: rather once too often than never.
 */
export function hasListMoved(held: string, read: object | undefined): boolean {
  const cursor = decodeCursor(held);
  if (!read || !cursor) return false;
  // The read names these columns.
  const { newest, epoch } = read as Newest;
  return epoch !== cursor.epoch || (newest !== null && BigInt(newest) >= BigInt(cursor.xmin));
}
