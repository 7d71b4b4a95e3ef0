import { versionsFrom } from '../../db/query/versions-from.ts';

/**
 * Transaction number from which referrals may not be in the search table yet; a query's `m(since)`. In a copy of the
 * database in another cluster, where numbers start over, that is all of them.
 */
export const SEARCH_MARK = `(select case when version <= pg_snapshot_xmax(pg_current_snapshot())
    then version else '0'::xid8 end
  from referral_search_mark) m (since)`;

/** Referrals, as `r`, that may not be in the search table yet; what a query reads from. */
export const NOT_IN_SEARCH_YET = `${SEARCH_MARK} join referrals r on ${versionsFrom('r.version', 'm.since')}`;
