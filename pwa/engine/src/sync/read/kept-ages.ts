import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { KEPT_NAMES, pathOf } from './resource-table.ts';

/** Whether everything a customer's pages show has been fetched once. */
export async function isAllKept(db: UserDb): Promise<boolean> {
  const rows = await withReopen(db, () => db.resources.bulkGet(KEPT_NAMES.map(pathOf)));
  return rows.every((row) => row && row.fetchedAt > 0);
}

/** When anything was last heard from the server; epoch milliseconds, 0 for never. */
export async function readLastHeard(db: UserDb): Promise<number> {
  const [{ lastSyncAt }, resources] = await withReopen(db, () =>
    Promise.all([readSyncState(db), db.resources.toArray()]),
  );
  return Math.max(lastSyncAt ?? 0, ...resources.map(({ fetchedAt }) => fetchedAt));
}

/** Whether the person's list was ever asked for, with or without an answer. */
export async function wasListAsked(db: UserDb): Promise<boolean> {
  const path = pathOf('referrals');
  return (await withReopen(db, () => db.resources.get(path))) !== undefined;
}
