/** What the pages read: kept answers of the server, how old they are, and fetching them anew. */

export { realDeps } from './ground/deps.ts';
export { REFERRALS_PATH } from './read/referral-versions.ts';
export { refreshStale } from './read/refresh.ts';
export type { FetchedName } from './read/resource-table.ts';
export { isAllKept, readLastHeard, wasListAsked } from './read/kept-ages.ts';
export {
  followResource,
  type Read,
  readResource,
  refreshNow,
  type ResourceData,
} from './read/resources.ts';
export { isOld } from './read/stale.ts';
