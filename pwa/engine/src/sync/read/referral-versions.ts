import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { KNOWN_PUSHES_MAX } from '@sunloop/shared-types/referrals/sync.ts';
import { v7 as uuidv7 } from 'uuid';
import { addArrived, foldArrived, readKnownIds } from '../../data/own-referrals.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

export const REFERRALS_PATH = customerRoutes.pullReferrals.path;

/**
 * The state of the person's list when something was asked: which whole list, after how many answers, and which mark was
 * set when a push last reported rows of another push.
 */
export interface ListMark {
  whole: string | undefined;
  serial: number;
  told: string | undefined;
}

export async function readListMark(db: UserDb): Promise<ListMark> {
  return markOf(await withReopen(db, () => db.resources.get(REFERRALS_PATH)));
}

const markOf = (list: ResourceRow | undefined): ListMark => ({
  whole: list?.wholeMark,
  serial: list?.serial ?? 0,
  told: list?.toldMark,
});

/**
 * Puts referrals as answers report them; an older version never replaces a newer one. The caller's transaction holds
 * `referrals`, into which everything has been folded.
 */
export async function putNewer(db: UserDb, rows: readonly Referral[]): Promise<void> {
  const known = await db.referrals.bulkGet(rows.map(({ id }) => id));
  await db.referrals.bulkPut(rows.filter((row, at) => isNewer(row, known[at])));
}

function isNewer(row: Referral, known: Referral | undefined): boolean {
  return known === undefined || row.updatedAt > known.updatedAt;
}

/** Referrals that the answer to a push reports. */
export interface PushedReferrals {
  /** Created by it. */
  created: Referral[];
  /** There before it. */
  stored: Referral[];
  /** Numbers of writes whose rows are all among these. */
  pushes: string[];
}

/**
 * Shows what a push reported, unless lists that came since it was sent say otherwise: rows they name as deleted are
 * gone, and rows missing from a whole list are unknown until the next one.
 */
export async function showPushed(
  db: UserDb,
  { created, stored, pushes }: PushedReferrals,
  asked: ListMark,
): Promise<void> {
  const list = await db.resources.get(REFERRALS_PATH);
  const now = markOf(list);
  // No list that could contain them was stored meanwhile.
  const areNew = now.whole === asked.whole && now.serial === asked.serial;
  if (!areNew) return showKnown(db, [...created, ...stored], { list, asked });
  // Without a list, nothing records that another push had reported these rows.
  const isAlone = list !== undefined && stored.length === 0 && now.told === asked.told;
  const { fresh, others } = isAlone
    ? { fresh: created, others: [] }
    : await sortOut(db, { created, stored }, list);
  await showKnown(db, others, { list, asked });
  await addArrived(db, fresh);
  if (!list || (pushes.length === 0 && stored.length === 0)) return;
  const all = [...new Set([...(list.receipts ?? []), ...pushes])].slice(-KNOWN_PUSHES_MAX);
  // From now on the push that created them may find them here.
  const toldMark = stored.length === 0 ? list.toldMark : uuidv7();
  await db.resources.put({ ...list, receipts: all, ...(toldMark !== undefined && { toldMark }) });
}

/**
 * Rows that are new to this device, even if another device or tab of the person had sent them: each id once, and none
 * that is here or was named as deleted. What arrives is never completed. Without a list, nothing shows whether a row
 * was reported before.
 */
async function sortOut(
  db: UserDb,
  { created, stored }: Pick<PushedReferrals, 'created' | 'stored'>,
  list: ResourceRow | undefined,
): Promise<{ fresh: readonly Referral[]; others: readonly Referral[] }> {
  const byId = new Map([...stored, ...created].map((row) => [row.id, row]));
  const known = await readKnownIds(db, [...byId.keys()]);
  for (const id of list?.deletedIds ?? []) known.add(id);
  const isCreated = new Set(created.map(({ id }) => id));
  const isFresh = ({ id, status }: Referral) =>
    !known.has(id) && (isCreated.has(id) || (list !== undefined && status === 'submitted'));
  const rows = [...byId.values()];
  return { fresh: rows.filter(isFresh), others: rows.filter((row) => !isFresh(row)) };
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
  // Not by the count alone, which starts over with a sign-out.
  const isInDoubt = list?.wholeMark !== undefined && list.wholeMark !== asked.whole;
  const isShown = (row: Referral, at: number) =>
    known[at] ? isNewer(row, known[at]) : !isInDoubt && !deleted.has(row.id);
  await db.referrals.bulkPut(rows.filter(isShown));
}
