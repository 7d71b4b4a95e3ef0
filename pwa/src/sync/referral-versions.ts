import { customerRoutes, KNOWN_RECEIPTS_MAX, type Referral } from '@sunloop/shared-types';
import { addArrived, foldArrived, readKnownIds } from '../data/own-referrals.ts';
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
  /** Of writes whose rows are all among these. */
  receipts: readonly string[];
}

/**
 * Shows what a push has told of, as far as the lists that came since it was sent leave it: what they name as
 * deleted is gone, and of what a whole list does not hold nobody knows until the next.
 */
export async function showPushed(
  db: UserDb,
  { created, stored, receipts }: Pushed,
  asked: ListMark,
): Promise<void> {
  const list = await db.resources.get(REFERRALS_PATH);
  const now = markOf(list);
  // No list was stored meanwhile that could know of them.
  const areNew = now.whole === asked.whole && now.serial === asked.serial;
  if (!areNew) return showKnown(db, [...created, ...stored], { list, asked });
  const { fresh, others } = await sortOut(db, { created, stored }, list);
  await showKnown(db, others, { list, asked });
  await addArrived(db, fresh);
  if (list && receipts.length > 0) await keepReceipts(db, list, receipts);
}

/**
 * What is new to this device, also where another device of the person had sent it. Each id once, and none that is
 * here or was named as deleted; what arrives is not completed.
 */
async function sortOut(
  db: UserDb,
  { created, stored }: Pick<Pushed, 'created' | 'stored'>,
  list: ResourceRow | undefined,
): Promise<{ fresh: readonly Referral[]; others: readonly Referral[] }> {
  if (stored.length === 0) return { fresh: created, others: [] };
  const idsOf = (rows: readonly Referral[]) => rows.map(({ id }) => id);
  // A second row about somebody this push created is told of with that referral.
  const isCreated = new Set(idsOf(created));
  const told = stored.filter(({ id }) => !isCreated.has(id));
  const known = await readKnownIds(db, idsOf(told));
  for (const id of list?.deletedIds ?? []) known.add(id);
  const isFresh = ({ id, status }: Referral) => status === 'submitted' && !known.has(id);
  const fresh = new Map(told.filter(isFresh).map((row) => [row.id, row]));
  return { fresh: [...created, ...fresh.values()], others: told.filter((row) => !isFresh(row)) };
}

async function showKnown(
  db: UserDb,
  rows: readonly Referral[],
  { list, asked }: { list: ResourceRow | undefined; asked: ListMark },
): Promise<void> {
  if (rows.length === 0) return;
  await foldArrived(db);
  const known = await db.referrals.bulkGet(rows.map(({ id }) => id));
  const deleted = new Set(list?.deletedIds);
  // Not by the count alone, which a sign-out begins anew.
  const isInDoubt = list?.wholeMark !== undefined && list.wholeMark !== asked.whole;
  const isShown = (row: Referral, at: number) =>
    known[at] ? isNewer(row, known[at]) : !isInDoubt && !deleted.has(row.id);
  await db.referrals.bulkPut(rows.filter(isShown));
}

async function keepReceipts(
  db: UserDb,
  list: ResourceRow,
  receipts: readonly string[],
): Promise<void> {
  const all = [...new Set([...(list.receipts ?? []), ...receipts])].slice(-KNOWN_RECEIPTS_MAX);
  await db.resources.put({ ...list, receipts: all });
}
