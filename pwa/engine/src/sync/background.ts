/** What the service worker runs. */

export { BACKGROUND_SYNC_TAG } from './ground/background-sync.ts';
export { withLock } from './ground/lock.ts';
export { showBadge } from './account/badge.ts';
export { endNotifications } from './account/notifications.ts';
export { drainInBackground } from './run/drain-in-background.ts';
export { fetchNews, findNotified, keepOwnNotifications } from './run/heed-news.ts';
