import { customerRoutes, type Referral } from '@sunloop/shared-types';
import type { UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';

export const REFERRALS_PATH = customerRoutes.pullReferrals.path;

/** Which whole list of the person's referrals stands here; undefined where none does. */
export async function readWholeMark(db: UserDb): Promise<string | undefined> {
  const list = await withReopen(db, () => db.resources.get(REFERRALS_PATH));
  return list?.wholeMark;
}

/**
 * Puts referrals as answers told of them; an older version never replaces a newer one. The caller's transaction
 * holds `referrals`.
 */
export async function putNewer(db: UserDb, rows: readonly Referral[]): Promise<void> {
  const known = await db.referrals.bulkGet(rows.map(({ id }) => id));
  await db.referrals.bulkPut(rows.filter((row, at) => !isOlder(row, known[at])));
}

function isOlder(row: Referral, known: Referral | undefined): boolean {
  return known !== undefined && row.updatedAt < known.updatedAt;
}

/**
 * Shows rows a push has stored, as far as the lists that came since it was sent leave them: one they name as
 * deleted is gone, and of one a whole list does not hold nobody knows until the next.
 */
export async function showPushed(
  db: UserDb,
  rows: readonly Referral[],
  askedMark: string | undefined,
): Promise<void> {
  const [list, known] = await Promise.all([
    db.resources.get(REFERRALS_PATH),
    db.referrals.bulkGet(rows.map(({ id }) => id)),
  ]);
  const deleted = new Set(list?.deletedIds);
  // Not by their count, which a sign-out begins anew.
  const isInDoubt = list?.wholeMark !== undefined && list.wholeMark !== askedMark;
  const isShown = (row: Referral, at: number) =>
    known[at] ? !isOlder(row, known[at]) : !isInDoubt && !deleted.has(row.id);
  await db.referrals.bulkPut(rows.filter(isShown));
}
