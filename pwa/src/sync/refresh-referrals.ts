import { customerRoutes, type ReferralDelta } from '@sunloop/shared-types';
import { call } from '../api/client.ts';
import { NotSent } from '../api/problems.ts';
import type { UserDb } from '../data/user-db.ts';
import type { SyncDeps } from './deps.ts';
import { storeUnlessOvertaken, whereItStands } from './store-answer.ts';

export const REFERRALS_PATH = customerRoutes.pullReferrals.path;

/** Fetches what changed in the user's referrals and stores it; throws `Problem` when that fails. */
export async function refreshReferrals(db: UserDb, deps: SyncDeps): Promise<void> {
  const asked = await whereItStands(db, REFERRALS_PATH);
  const fetchedAt = deps.now();
  const query = { since: asked.stored?.cursor ?? '' };
  const route = customerRoutes.pullReferrals;
  const { data: delta } = await call(route, { query, expectedUser: db.userId });
  // Another user's rows never enter this database, whatever the server was told of whom we expect.
  if (delta.upserts.some((row) => row.userId !== db.userId)) throw new NotSent('malformed');
  await storeUnlessOvertaken(db, { path: REFERRALS_PATH, asked }, async () => {
    await applyDelta(db, delta);
    const { cursor } = delta;
    await db.resources.put({ path: REFERRALS_PATH, etag: null, cursor, fetchedAt });
  });
}

async function applyDelta(db: UserDb, { full, upserts, deletes }: ReferralDelta): Promise<void> {
  await db.referrals.bulkDelete(full ? await idsBeside(db, upserts) : deletes);
  await db.referrals.bulkPut(upserts);
}

/** What the device holds and a whole list does not. */
async function idsBeside(db: UserDb, rows: ReferralDelta['upserts']): Promise<string[]> {
  const kept = new Set(rows.map((row) => row.id));
  const stored = await db.referrals.toCollection().primaryKeys();
  return stored.filter((id) => !kept.has(id));
}
