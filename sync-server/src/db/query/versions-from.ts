/**
 * Whether a version is `since` or later, both SQL. Both ends are given, although nothing is beyond the second: for a range
 * the planner expects few rows whatever the start; for an open end it expects a third of all, and would plan each call
 * again in the hope of fewer.
 */
export const versionsFrom = (version: string, since: string) =>
  `${version} between ${since}::xid8 and '18446744073709551615'::xid8`;
