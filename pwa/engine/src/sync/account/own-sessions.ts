import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { notingSession } from '../answers/note-verdict.ts';
import { refreshNow } from '../read/resources.ts';

/** Signs one other device out and shows what is left; one that is already out is not a failure. Throws `Problem`. */
export async function endSession(db: UserDb, id: string, deps: SyncDeps = realDeps): Promise<void> {
  const input = { params: { id }, expectedUser: db.userId };
  try {
    await notingSession(db, () => call(sessionRoutes.endOwnSession, input), deps);
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 404;
    if (!isOut) throw error;
  }
  await refreshNow(db, 'sessions', deps);
}

/** Ends every session of the person on the server, including this device's; what it holds stays. Throws `Problem`. */
export async function endAllSessions(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  const input = { query: {}, expectedUser: db.userId };
  await notingSession(db, () => call(sessionRoutes.endOwnSessions, input), deps);
}
