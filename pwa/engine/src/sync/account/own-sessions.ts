import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { ApiError } from '../../api/problems.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { refreshNow } from '../read/resources.ts';

/** Signs one other device out and shows what is left; one that is already out is not a failure. Throws `Problem`. */
export async function endSession(db: UserDb, id: string, deps: SyncDeps = realDeps): Promise<void> {
  try {
    await callAsUser(db, sessionRoutes.endOwnSession, { params: { id } }, deps);
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 404;
    if (!isOut) throw error;
  }
  await refreshNow(db, 'sessions', deps);
}

/** Ends every session of the person on the server, including this device's; what it holds stays. Throws `Problem`. */
export async function endAllSessions(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  await callAsUser(db, sessionRoutes.endOwnSessions, { query: {} }, deps);
}
