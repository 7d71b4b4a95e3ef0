import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { callIfChanged } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { readSession, updateSessionUser } from '../../data/device-db.ts';
import { confirmUser, noteSyncState, readSyncState } from '../../data/sync-state.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import type { UserDb } from '../../data/user-db.ts';
import { CHECK_TIMEOUT_MS, type SyncDeps } from '../ground/deps.ts';
import { heedUser } from '../session/heed-user.ts';
import { noteVerdict } from './note-verdict.ts';
import { judgeProblem } from './verdict.ts';

/**
 * Asks the server who is signed in: the cheapest way to learn whether it answers and whether a block still applies.
 * Returns whether this database's user was confirmed; the result is in the sync state. Throws only if the local
 * database fails.
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
  const options = { etag, timeoutMs: CHECK_TIMEOUT_MS, expectedUser: db.userId };
  const answer = await callIfChanged(sessionRoutes.currentUser, options);
  if (!answer.notModified && answer.data.id !== db.userId) return false;
  const user = answer.notModified ? {} : { user: answer.data };
  if (user.user) await heedUser(db, user.user, session);
  const kept = { ...user, etag: answer.etag ?? etag, fetchedAt };
  // The server's answer counts even if this device is too full to keep it.
  await updateSessionUser(db.userId, kept).catch(noteStorageTrouble);
  const lastSyncAt = deps.now();
  await noteSyncState(db, ({ isOpen }) => (isOpen ? { ...confirmUser(), lastSyncAt } : {}));
  return true;
}
