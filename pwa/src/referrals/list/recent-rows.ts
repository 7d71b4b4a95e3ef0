import { readNewestOwn } from '@sunloop/engine/data/own-referrals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { REFERRALS_PATH } from '@sunloop/engine/read.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

/** The newest of what the person submitted, sent or not, without reading the whole list. */
export async function readRecent(
  db: UserDb,
  limit: number,
): Promise<{ rows: ListRow[]; wasFetched: boolean }> {
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
