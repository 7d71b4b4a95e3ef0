import { readNewestOwn } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from '../../sync/read.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { readRungs } from './use-rungs.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** What the dashboard shows of the list. */
export type Recent = Awaited<ReturnType<typeof readRungs>> & {
  rows: ListRow[];
  wasFetched: boolean;
};

/** The newest of what the person submitted, sent or not, and the rungs, without reading the whole list. */
export async function readRecent(db: UserDb, limit: number): Promise<Recent> {
  const [stored, entries, rejected, resource, money] = await withReopen(db, () =>
    Promise.all([
      readNewestOwn(db, limit),
      // oxlint-disable-next-line unicorn/no-array-reverse -- a query of the database, no array
      db.outbox.reverse().limit(limit).toArray(),
      db.rejected.toArray(),
      db.resources.get(REFERRALS_PATH),
      readRungs(db),
    ]),
  );
  const rows = listRows({ stored, entries, rejected });
  const newest = rows.toSorted(
    (a, b) => b.placedAt.localeCompare(a.placedAt) || b.id.localeCompare(a.id),
  );
  return { rows: newest.slice(0, limit), ...money, wasFetched: (resource?.fetchedAt ?? 0) > 0 };
}
