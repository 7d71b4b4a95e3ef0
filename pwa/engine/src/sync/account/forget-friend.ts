import { forgetFriendRoutes } from '@sunloop/shared-types/referrals/forget-friend.ts';
import type { UserDb } from '../../data/user-db.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { refreshStale } from '../read/refresh.ts';
import { refreshNow } from '../read/resources.ts';

/**
 * Has the server forget the person of one of the person's own referrals, which cannot be undone, and reads their rows anew.
 * Throws `Problem`; if nobody answered it may have been done, which the next list shows.
 */
export async function forgetFriend(
  db: UserDb,
  id: string,
  deps: SyncDeps = realDeps,
): Promise<void> {
  await callAsUser(db, forgetFriendRoutes.forgetFriend, { params: { id } }, deps);
  await refreshNow(db, 'referrals', deps);
  // The ledger named them, too.
  await refreshStale(db, deps);
}
