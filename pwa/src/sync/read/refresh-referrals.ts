import { customerRoutes, hasSameContent, type ReferralDelta } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../api/client.ts';
import { notLoaded, NotSent } from '../../api/problems.ts';
import { foldArrived } from '../../data/own-referrals.ts';
import { isOtherShape } from '../../data/read-shapes.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { dropForgotten } from './drop-forgotten.ts';
import { putNewer, REFERRALS_PATH } from './referral-versions.ts';
import type { LostRows } from './send-lost.ts';
import { putResource, storeUnlessOvertaken, stateBeforeAsking } from './store-answer.ts';

/** Deletions remembered for a push whose answer is late: more than one person has in that time. */
const KEPT_DELETIONS = 1000;

/** Fetches what changed in the user's referrals and stores it; throws `Problem` if that fails. */
export async function refreshReferrals(db: UserDb, deps: SyncDeps): Promise<void> {
  const asked = await stateBeforeAsking(db, REFERRALS_PATH);
  const fetchedAt = deps.now();
  const isReshaped = isOtherShape(asked.stored);
  const { cursor = '', receipts: pushes = [] } = asked.stored ?? {};
  const changes = await pull(db, cursor, pushes);
  const lost =
    changes.gaps && (await import('./send-lost.ts').catch(notLoaded)).lostIn(changes.gaps);
  const needsAll = isReshaped || ((await lost?.isNear(db)) ?? false);
  const delta = needsAll && !changes.full ? await pull(db, '') : changes;
  await storeUnlessOvertaken(db, { path: REFERRALS_PATH, asked }, async () => {
    await applyDelta(db, delta, { isReshaped, lost, now: fetchedAt });
    await dropArrived(db);
    await putResource(db, { ...listRow(asked.stored, delta), fetchedAt });
  });
  await lost?.report(db, deps);
}

async function pull(
  db: UserDb,
  since: string,
  pushes: readonly string[] = [],
): Promise<ReferralDelta> {
  const query = { since, ...(pushes.length > 0 && { known: pushes.join() }) };
  const route = customerRoutes.pullReferrals;
  const { data: delta } = await call(route, { query, expectedUser: db.userId });
  // Another user's rows never enter this database, whoever we told the server to expect.
  if (delta.upserts.some((row) => row.userId !== db.userId)) throw new NotSent('malformed');
  return delta;
}

interface ApplyOptions {
  isReshaped: boolean;
  lost: LostRows | undefined;
  now: number;
}

async function applyDelta(
  db: UserDb,
  { full, upserts, deletes }: ReferralDelta,
  { isReshaped, lost, now }: ApplyOptions,
): Promise<void> {
  if (!full && upserts.length + deletes.length === 0) return;
  await foldArrived(db);
  if (full) await lost?.sendAgain(db, upserts, now);
  await db.referrals.bulkDelete(full ? await idsBeside(db, upserts) : deletes);
  // What is here may be of another shape, or of a time the server does not remember.
  if (isReshaped || (full && lost)) await db.referrals.bulkPut(upserts);
  else await putNewer(db, upserts);
  await dropForgotten(db, upserts);
}

/** A push given up may arrive late, once nothing stands against its rows; the list then shows what was refused. */
async function dropArrived(db: UserDb): Promise<void> {
  const refused = await db.rejected.toArray();
  const here = await db.referrals.bulkGet(refused.map(({ id }) => id));
  for (const [at, { id, row, uploadId = '' }] of refused.entries()) {
    const arrived = here[at];
    if (!row || !arrived || !hasSameContent(row, arrived)) continue;
    await db.rejected.delete(id);
    await db.uploads
      .where('id')
      .equals(uploadId)
      .modify((upload) => void (upload.sent += 1));
  }
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

/** What the device holds and a whole list does not. */
async function idsBeside(db: UserDb, rows: ReferralDelta['upserts']): Promise<string[]> {
  const kept = new Set(rows.map((row) => row.id));
  const stored = await db.referrals.toCollection().primaryKeys();
  return stored.filter((id) => !kept.has(id));
}
