import { customerRoutes, type Referral } from '@sunloop/shared-types';
import { callIfChanged } from '../api/client.ts';
import { readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import type { SyncDeps } from './deps.ts';

export const REFERRALS_PATH = customerRoutes.listReferrals.path;

/** Fetches the user's referrals once and stores them; throws `Problem` when that fails. */
export async function refreshReferrals(db: UserDb, deps: SyncDeps): Promise<void> {
  const askedAt = deps.now();
  const etag = (await db.resources.get(REFERRALS_PATH))?.etag ?? null;
  const input = { etag, expectedUser: db.userId };
  const answer = await callIfChanged(customerRoutes.listReferrals, input);
  const rows = answer.notModified ? undefined : answer.data;
  await storeList(db, rows, { askedAt, etag: answer.etag ?? etag });
}

/**
 * Puts the list in place of the older one, unless it has been overtaken: its user signed out, a
 * later answer is stored, or rows were sent after it was asked for and are missing from it.
 */
function storeList(
  db: UserDb,
  rows: Referral[] | undefined,
  { askedAt, etag }: { askedAt: number; etag: string | null },
): Promise<void> {
  return withReopen(db, () =>
    db.transaction('rw', [db.referrals, db.resources, db.sync], async () => {
      const { isOpen, lastSentAt } = await readSyncState(db);
      const stored = await db.resources.get(REFERRALS_PATH);
      const overtakenAt = Math.max(lastSentAt ?? 0, stored?.fetchedAt ?? 0);
      if (!isOpen || overtakenAt > askedAt || rows?.some(isOfAnother(db.userId))) return;
      if (rows) await replaceAll(db, rows);
      await db.resources.put({ path: REFERRALS_PATH, etag, fetchedAt: askedAt });
    }),
  );
}

/** A list asked for with another user's cookie (two tabs, one sign-in) is not this database's. */
function isOfAnother(userId: string) {
  return (row: Referral): boolean => row.userId !== userId;
}

async function replaceAll(db: UserDb, rows: Referral[]): Promise<void> {
  const kept = new Set(rows.map((row) => row.id));
  const stored = await db.referrals.toCollection().primaryKeys();
  await db.referrals.bulkDelete(stored.filter((id) => !kept.has(id)));
  await db.referrals.bulkPut(rows);
}
