import { customerRoutes, KNOWN_RECEIPTS_MAX, type Referral } from '@sunloop/shared-types';
import { addArrived, foldArrived } from '../data/own-referrals.ts';
import type { ResourceRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';

export const REFERRALS_PATH = customerRoutes.pullReferrals.path;

/** Which list of the person's referrals stood here when something was asked: of which whole one, with how many answers. */
export interface ListMark {
  whole: string | undefined;
  serial: number;
}

export async function readListMark(db: UserDb): Promise<ListMark> {
  return markOf(await withReopen(db, () => db.resources.get(REFERRALS_PATH)));
}

const markOf = (list: ResourceRow | undefined): ListMark => ({
  whole: list?.wholeMark,
  serial: list?.serial ?? 0,
});

/**
 * Puts referrals as answers told of them; an older version never replaces a newer one. The caller's transaction
 * holds `referrals`, into which everything has been folded.
 */
export async function putNewer(db: UserDb, rows: readonly Referral[]): Promise<void> {
  const known = await db.referrals.bulkGet(rows.map(({ id }) => id));
  await db.referrals.bulkPut(rows.filter((row, at) => isNewer(row, known[at])));
}

function isNewer(row: Referral, known: Referral | undefined): boolean {
  return known === undefined || row.updatedAt > known.updatedAt;
}

/** Referrals a push has told of. */
export interface Pushed {
  /** Created by it. */
  created: readonly Referral[];
  /** There before. */
  stored: readonly Referral[];
  /** Of the push, where this is all it created. */
  receipt: string | undefined;
}

/**
 * Shows what a push has told of, as far as the lists that came since it was sent leave it: what they name as
 * deleted is gone, and of what a whole list does not hold nobody knows until the next.
 */
export async function showPushed(
  db: UserDb,
  { created, stored, receipt }: Pushed,
  asked: ListMark,
): Promise<void> {
  const list = await db.resources.get(REFERRALS_PATH);
  const now = markOf(list);
  // No list was stored meanwhile that could know of them.
  const areNew = now.whole === asked.whole && now.serial === asked.serial;
  if (areNew) await addArrived(db, created);
  const others = areNew ? stored : [...created, ...stored];
  if (others.length > 0) await showKnown(db, others, { list, asked });
  if (areNew && list && receipt !== undefined) await keepReceipt(db, list, receipt);
}

async function showKnown(
  db: UserDb,
  rows: readonly Referral[],
  { list, asked }: { list: ResourceRow | undefined; asked: ListMark },
): Promise<void> {
  await foldArrived(db);
  const known = await db.referrals.bulkGet(rows.map(({ id }) => id));
  const deleted = new Set(list?.deletedIds);
  // Not by the count alone, which a sign-out begins anew.
  const isInDoubt = list?.wholeMark !== undefined && list.wholeMark !== asked.whole;
  const isShown = (row: Referral, at: number) =>
    known[at] ? isNewer(row, known[at]) : !isInDoubt && !deleted.has(row.id);
  await db.referrals.bulkPut(rows.filter(isShown));
}

async function keepReceipt(db: UserDb, list: ResourceRow, receipt: string): Promise<void> {
  const receipts = [...(list.receipts ?? []), receipt].slice(-KNOWN_RECEIPTS_MAX);
  await db.resources.put({ ...list, receipts });
}
