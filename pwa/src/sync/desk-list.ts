/** The desk's list of all referrals. */

export { realDeps, type SyncDeps } from './ground/deps.ts';
export { singleFlight } from './ground/single-flight.ts';
export {
  ADMIN_REFERRALS_PATH,
  refreshAdminReferrals,
  refreshAdminReferralsNow,
} from './read/refresh-admin-referrals.ts';
export { isOld } from './read/stale.ts';
