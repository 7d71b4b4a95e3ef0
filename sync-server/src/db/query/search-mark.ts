/**
 * Transaction number from which referrals may not be in the search table yet; a query's `m(since)`. In a copy of the
 * database in another cluster, where numbers start over, that is all of them.
 */
export const SEARCH_MARK = `(select case when version <= pg_snapshot_xmax(pg_current_snapshot())
    then version else '0'::xid8 end
  from referral_search_mark) m (since)`;
