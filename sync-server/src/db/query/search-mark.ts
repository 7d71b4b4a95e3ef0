/**
 * Transaction number from which referrals may not be in the search table yet; a query's `m(since)`. In a copy of the
 * database in another cluster, where numbers start over, that is all of them.
 */
export const SEARCH_MARK = `(select case when version <= pg_snapshot_xmax(pg_current_snapshot())
    then version else '0'::xid8 end
  from referral_search_mark) m (since)`;

/** All versions from `since` on; both ends are given so that the planner expects few. */
export const notYetSearched = (version: string, since: string) =>
  `${version} between ${since}::xid8 and '18446744073709551615'::xid8`;
