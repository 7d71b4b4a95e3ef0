import { readNewestOwn } from '../../data/own-referrals.ts';
import { followRead } from '../../data/follow-read.ts';
import type { Follow } from '../../lib/follow.ts';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from '../read/referral-versions.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { OWN_LIST_IN } from './list-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';

export type RecentRows = { rows: ListRow[]; wasFetched: boolean };

/** The newest of what the person submitted, live. */
export function followRecent(db: UserDb, limit: number): Follow<RecentRows> {
  return followRead(db, OWN_LIST_IN, () => readRecent(db, limit));
}

/** The newest of what the person submitted, sent or not, without reading the whole list. */
async function readRecent(db: UserDb, limit: number): Promise<RecentRows> {
  const [stored, entries, rejected, resource] = await withReopen(db, () =>
    Promise.all([
      readNewestOwn(db, limit),
      // oxlint-disable-next-line unicorn/no-array-reverse -- a query of the database, no array
      db.outbox.reverse().limit(limit).toArray(),
      db.rejected.toArray(),
      db.resources.get(REFERRALS_PATH),
    ]),
  );
  const rows = listRows({ stored, entries, rejected });
  const newest = rows.toSorted(
    (a, b) => b.placedAt.localeCompare(a.placedAt) || b.id.localeCompare(a.id),
  );
  return { rows: newest.slice(0, limit), wasFetched: (resource?.fetchedAt ?? 0) > 0 };
}
