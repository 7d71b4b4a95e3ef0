/** The day it is for the office: there is no time zone of its own, so days are those of UTC. SQL. */
export const TODAY = `(now() at time zone 'utc')::date`;
