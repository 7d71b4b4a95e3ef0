import { readSession } from '../../data/device-db.ts';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isShownTo, keepNotifications, type Notified } from '../account/notifications.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { TOUCHED_BY_NEWS } from '../read/achievements.ts';
import { refreshStale } from '../read/refresh.ts';
import { pathOf } from '../read/resource-table.ts';
import { touchResources } from '../read/store-answer.ts';

/** For whom this device may show news: nobody if it is locked or nobody is signed in. */
export async function findNotified(deps: SyncDeps = realDeps): Promise<UserDb | undefined> {
  const session = await readSession();
  const userId = session?.state === 'active' ? session.user.id : '';
  return isShownTo(session, userId, deps.now()) ? openUserDb(userId) : undefined;
}

/**
 * Fetches what news may have changed, so that it is here when they are opened, also without signal. What cannot be fetched
 * now is marked, and a page fetches it.
 */
export async function fetchNews(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  const touch = () => touchResources(db, TOUCHED_BY_NEWS.map(pathOf));
  await withReopen(db, () => db.transaction('rw', db.resources, touch));
  await refreshStale(db, deps);
}

/** Tells the server of a subscription that the browser has renewed. */
export async function keepOwnNotifications(worker: Notified): Promise<void> {
  const db = await findNotified();
  if (db) await keepNotifications(db, worker);
}
