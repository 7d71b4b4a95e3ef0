/** What the service worker runs. */

export { BACKGROUND_SYNC_TAG } from './ground/background-sync.ts';
export { withLock } from './ground/lock.ts';
export { drainInBackground } from './run/drain-in-background.ts';
