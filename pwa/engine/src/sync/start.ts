/** Starting the engine in a page, and sending at once. */

export { startSettling } from './run/start-settling.ts';
export { startSync } from './run/start.ts';
export { syncNow } from './send/sync-once.ts';
