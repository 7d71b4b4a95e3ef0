/** What the pages read: kept answers of the server, how old they are, and fetching them anew. */

export { realDeps } from './ground/deps.ts';
export { REFERRALS_PATH } from './read/referral-versions.ts';
export { refreshStale } from './read/refresh.ts';
export type { FetchedName } from './read/resource-table.ts';
export { isAllKept, readLastHeard, wasListAsked } from './read/kept-ages.ts';
export type { Read } from './read/follow-held.ts';
export {
  followResource,
  readResource,
  refreshNow,
  type ResourceData,
  type StoredResource,
} from './read/resources.ts';
