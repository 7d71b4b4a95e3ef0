import { sessionRoutes } from '@sunloop/shared-types';
import { callIfChanged } from '../api/client.ts';
import { isProblem } from '../api/problems.ts';
import { readSession, updateSessionUser } from '../data/device-db.ts';
import { confirmUser, patchSyncState, readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
import type { SyncDeps } from './deps.ts';
import { noteVerdict } from './note-verdict.ts';
import { judgeProblem } from './verdict.ts';

/**
 * Asks the server who is signed in: the cheapest way to learn whether it answers and whether a block
 * still stands. Answers whether this database's user was confirmed; how it went stands in the sync
 * state. Throws only when the local database fails.
 */
export async function checkUser(db: UserDb, deps: SyncDeps): Promise<boolean> {
  const { confirmed } = await readSyncState(db);
  try {
    if (await askForUser(db, deps)) return true;
    await noteVerdict(db, { verdict: { kind: 'wrong-user' }, confirmed }, deps);
  } catch (error) {
    if (!isProblem(error)) throw error;
    await noteVerdict(db, { verdict: judgeProblem(error, 0), confirmed }, deps);
  }
  return false;
}

async function askForUser(db: UserDb, deps: SyncDeps): Promise<boolean> {
  const session = await readSession();
  const etag = session?.state === 'active' && session.user.id === db.userId ? session.etag : null;
  const fetchedAt = deps.now();
  const answer = await callIfChanged(sessionRoutes.currentUser, { etag });
  if (!answer.notModified && answer.data.id !== db.userId) return false;
  const user = answer.notModified ? {} : { user: answer.data };
  await updateSessionUser(db.userId, { ...user, etag: answer.etag ?? etag, fetchedAt });
  const lastSyncAt = deps.now();
  await patchSyncState(db, (state) => (state.isOpen ? { ...confirmUser(state), lastSyncAt } : {}));
  return true;
}
