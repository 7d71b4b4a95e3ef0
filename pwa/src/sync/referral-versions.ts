import { customerRoutes, type Referral } from '@sunloop/shared-types';
import type { UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';

export const REFERRALS_PATH = customerRoutes.pullReferrals.path;

/** Which list of the person's referrals stands here: a count of those that were stored. */
export async function readListSerial(db: UserDb): Promise<number> {
  const list = await withReopen(db, () => db.resources.get(REFERRALS_PATH));
  return list?.serial ?? 0;
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
  askedSerial: number,
): Promise<void> {
  const [list, known] = await Promise.all([
    db.resources.get(REFERRALS_PATH),
    db.referrals.bulkGet(rows.map(({ id }) => id)),
  ]);
  const deleted = new Set(list?.deletedIds);
  const isInDoubt = (list?.wholeSerial ?? 0) > askedSerial;
  const isShown = (row: Referral, at: number) =>
    known[at] ? !isOlder(row, known[at]) : !isInDoubt && !deleted.has(row.id);
  await db.referrals.bulkPut(rows.filter(isShown));
}
