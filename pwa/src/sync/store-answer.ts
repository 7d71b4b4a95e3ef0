import { readSyncState } from '../data/sync-state.ts';
import type { ResourceRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';

/** Where the database stood when the server was asked. */
export interface Asked {
  writes: number;
  stored: ResourceRow | undefined;
}

export async function whereItStands(db: UserDb, path: string): Promise<Asked> {
  const { writes } = await readSyncState(db);
  return { writes, stored: await db.resources.get(path) };
}

/**
 * Stores an answer in one transaction over the referrals and resources, unless it was overtaken: its user
 * signed out, another answer was stored, or rows were sent after it was asked for, which it may miss;
 * then it is asked for again.
 */
export function storeUnlessOvertaken(
  db: UserDb,
  { path, asked }: { path: string; asked: Asked },
  store: () => Promise<unknown>,
): Promise<void> {
  return withReopen(db, () =>
    db.transaction('rw', [db.referrals, db.resources, db.sync], async () => {
      const { isOpen } = await readSyncState(db);
      const { writes, stored } = await whereItStands(db, path);
      if (!isOpen || stored?.fetchedAt !== asked.stored?.fetchedAt) return;
      if (writes === asked.writes) await store();
      else await touchResources(db, [path]);
    }),
  );
}

/** Has resources fetched again, keeping what is shown until then; what is missing is fetched anyway. */
export async function touchResources(db: UserDb, paths: readonly string[]): Promise<void> {
  const stored = await db.resources.bulkGet([...paths]);
  await db.resources.bulkPut(stored.flatMap((row) => (row ? { ...row, isTouched: true } : [])));
}
