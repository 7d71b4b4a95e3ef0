import { versionsFrom } from '../../../db/query/versions-from.ts';

/**
 * Transaction number from which changes may not be in the search table yet; a query's `m(since)`. In a copy of the
 * database in another cluster, where numbers start over, that is all of them.
 */
const SEARCH_MARK = `(select case when version <= pg_snapshot_xmax(pg_current_snapshot())
    then version else '0'::xid8 end
  from referral_search_mark) m (since)`;

const SINCE = '(select since from mark)';

/**
 * The start of a query: `changed` has the ids of referrals that changed, or whose referrer was renamed, since the
 * mark. All others are in the search table as they are now.
 */
export const CHANGED_LATELY = `
  with mark as materialized (select since from ${SEARCH_MARK}), changed as materialized (
    select r.id from referrals r where ${versionsFrom('r.version', SINCE)}
    union
    select r.id from users u join referrals r on r.user_id = u.id
    where ${versionsFrom('u.version', SINCE)}
  )`;

/** How many were deleted since; the search table may still have them if it was being filled in that moment. */
export const DELETED_LATELY = `(
  select count(*) from referral_tombstones t where ${versionsFrom('t.version', SINCE)})`;

/** Whether a row `r` of a referrer `u` is not among the changed. */
export const IS_UNCHANGED = `r.version < ${SINCE} and u.version < ${SINCE}`;
