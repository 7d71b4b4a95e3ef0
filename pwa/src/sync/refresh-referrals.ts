import { customerRoutes, type Referral } from '@sunloop/shared-types';
import { callIfChanged } from '../api/client.ts';
import { NotSent } from '../api/problems.ts';
import { readSyncState } from '../data/sync-state.ts';
import type { ResourceRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import type { SyncDeps } from './deps.ts';

export const REFERRALS_PATH = customerRoutes.listReferrals.path;

/** Where the database stood when the list was asked for. */
interface Asked {
  writes: number;
  stored: ResourceRow | undefined;
}

/** Fetches the user's referrals once and stores them; throws `Problem` when that fails. */
export async function refreshReferrals(db: UserDb, deps: SyncDeps): Promise<void> {
  const asked = await whereItStands(db);
  const fetchedAt = deps.now();
  const etag = asked.stored?.etag ?? null;
  const answer = await callIfChanged(customerRoutes.listReferrals, { etag });
  const rows = answer.notModified ? undefined : answer.data;
  // Another user's cookie answered: not this database's list, and the user check will say so.
  if (rows?.some((row) => row.userId !== db.userId)) throw new NotSent('malformed');
  const resource = { path: REFERRALS_PATH, etag: answer.etag ?? etag, fetchedAt };
  await storeList(db, { rows, resource, asked });
}

async function whereItStands(db: UserDb): Promise<Asked> {
  const { writes } = await readSyncState(db);
  return { writes, stored: await db.resources.get(REFERRALS_PATH) };
}

/**
 * Puts the list in place of the older one, unless it was overtaken: its user signed out, another
 * answer was stored, or rows were sent after it was asked for and may be missing from it.
 */
function storeList(
  db: UserDb,
  { rows, resource, asked }: { rows: Referral[] | undefined; resource: ResourceRow; asked: Asked },
): Promise<void> {
  return withReopen(db, () =>
    db.transaction('rw', [db.referrals, db.resources, db.sync], async () => {
      const { isOpen } = await readSyncState(db);
      const { writes, stored } = await whereItStands(db);
      const isOvertaken = writes !== asked.writes || stored?.fetchedAt !== asked.stored?.fetchedAt;
      if (!isOpen || isOvertaken) return;
      if (rows) await replaceAll(db, rows);
      await db.resources.put(resource);
    }),
  );
}

async function replaceAll(db: UserDb, rows: Referral[]): Promise<void> {
  const kept = new Set(rows.map((row) => row.id));
  const stored = await db.referrals.toCollection().primaryKeys();
  await db.referrals.bulkDelete(stored.filter((id) => !kept.has(id)));
  await db.referrals.bulkPut(rows);
}
