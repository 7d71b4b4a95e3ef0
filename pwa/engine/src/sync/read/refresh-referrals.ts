import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { checksumOf, type ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../api/client.ts';
import { NotSent } from '../../api/problems.ts';
import { foldArrived, readOwnIds } from '../../data/own-referrals.ts';
import { isOtherShape } from '../../data/read-shapes.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { dropForgotten } from './drop-forgotten.ts';
import { putNewer, REFERRALS_PATH } from './referral-versions.ts';
import { sendLostAgain } from './send-lost.ts';
import {
  dropArrived,
  putResource,
  type StateBeforeAsking,
  stateBeforeAsking,
  storeUnlessOvertaken,
} from './store-answer.ts';

/** Deletions remembered for a push whose answer is late: more than one person has in that time. */
const KEPT_DELETIONS = 1000;

/**
 * Fetches what changed in the user's referrals and stores it; everything, if what is here afterwards is not what the server
 * has (rule 38). Throws `Problem` if that fails.
 */
export async function refreshReferrals(db: UserDb, deps: SyncDeps): Promise<void> {
  const asked = await stateBeforeAsking(db, REFERRALS_PATH);
  const { cursor = '', receipts = [] } = isOtherShape(asked.stored) ? {} : (asked.stored ?? {});
  if (await fetchSince(db, deps, { asked, cursor, pushes: receipts })) return;
  await fetchSince(db, deps, { asked: await stateBeforeAsking(db, REFERRALS_PATH), cursor: '' });
}

interface Asked {
  asked: StateBeforeAsking;
  cursor: string;
  pushes?: readonly string[];
}

/** Fetches and stores what changed; returns whether the list here is the server's then. */
async function fetchSince(
  db: UserDb,
  deps: SyncDeps,
  { asked, ...since }: Asked,
): Promise<boolean> {
  const fetchedAt = deps.now();
  const delta = await pull(db, since);
  let isWhole = true;
  await storeUnlessOvertaken(db, { path: REFERRALS_PATH, asked }, async () => {
    await applyDelta(db, delta, fetchedAt);
    await dropArrived(db, (ids) => db.referrals.bulkGet(ids));
    await putResource(db, { ...listRow(asked.stored, delta), fetchedAt });
    isWhole = delta.full || (await addsUp(db, delta));
  });
  return isWhole;
}

async function pull(
  db: UserDb,
  { cursor: since, pushes = [] }: Omit<Asked, 'asked'>,
): Promise<ReferralDelta> {
  const query = { since, ...(pushes.length > 0 && { known: pushes.join() }) };
  const route = customerRoutes.pullReferrals;
  const { data: delta } = await call(route, { query, expectedUser: db.userId });
  // Another user's rows never enter this database, whoever we told the server to expect.
  if (delta.upserts.some((row) => row.userId !== db.userId)) throw new NotSent('malformed');
  return delta;
}

/** Whether the server has the rows that are here. An older server does not say. */
async function addsUp(db: UserDb, { checksum }: ReferralDelta): Promise<boolean> {
  return checksum === undefined || checksum === checksumOf(await readOwnIds(db));
}

async function applyDelta(
  db: UserDb,
  { full, upserts, deletes }: ReferralDelta,
  now: number,
): Promise<void> {
  if (!full && upserts.length + deletes.length === 0) return;
  await foldArrived(db);
  if (full) await takeWhole(db, { upserts, deletes }, now);
  else {
    await db.referrals.bulkDelete(deletes);
    await putNewer(db, upserts);
  }
  await dropForgotten(db, upserts);
}

/** What the server has counts, even an older version: it may have been put back. What it has lost is sent again. */
async function takeWhole(
  db: UserDb,
  { upserts, deletes }: Pick<ReferralDelta, 'upserts' | 'deletes'>,
  now: number,
): Promise<void> {
  const list = { rows: upserts, deletes };
  await sendLostAgain(db, await db.referrals.toArray(), { list, now });
  await db.referrals.clear();
  await db.referrals.bulkPut(upserts);
}

function listRow(
  before: ResourceRow | undefined,
  { cursor, full, deletes }: ReferralDelta,
): Omit<ResourceRow, 'fetchedAt'> {
  const list = { path: REFERRALS_PATH, etag: null, cursor };
  if (full) return { ...list, wholeMark: uuidv7(), deletedIds: [] };
  const deletedIds = [...(before?.deletedIds ?? []), ...deletes].slice(-KEPT_DELETIONS);
  const { wholeMark = uuidv7() } = before ?? {};
  return { ...list, wholeMark, deletedIds };
}
