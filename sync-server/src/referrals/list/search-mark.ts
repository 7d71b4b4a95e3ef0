import { markOf, versionsFrom } from '../../db/query/versions-from.ts';

const SEARCH_MARK = markOf('referral_search_mark');
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
