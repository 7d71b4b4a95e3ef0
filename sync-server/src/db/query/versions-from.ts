/**
 * Whether a version is `since` or later, both SQL. Both ends are given, although nothing is beyond the second: for a range
 * the planner expects few rows whatever the start; for an open end it expects a third of all, and would plan each call
 * again in the hope of fewer.
 */
export const versionsFrom = (version: string, since: string) =>
  `${version} between ${since}::xid8 and '18446744073709551615'::xid8`;

/**
 * Transaction number from which changes may not be in a table that housekeeping fills; a query's `m(since)`. `table` keeps
 * it. In a copy of the database in another cluster, where numbers start over, it means all changes.
 */
export const markOf = (
  table: string,
) => `(select case when version <= pg_snapshot_xmax(pg_current_snapshot())
    then version else '0'::xid8 end
  from ${table}) m (since)`;
