import type { UserDb } from '../../data/user-db.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { isStale, refreshPath } from '../read/refresh.ts';
import { fetchTaken, TAKEN_PATH as path } from '../read/taken-list.ts';

/** Asks for what was taken for others if it is stale (SPEC §9) or a row was sent since; `isNow` asks in any case. */
export async function refreshTaken(db: UserDb, deps: SyncDeps, isNow = false): Promise<void> {
  if (!isNow && !(await isStale(db, path, deps))) return;
  await refreshPath(db, { path, once: () => fetchTaken(db, deps) }, deps);
}
