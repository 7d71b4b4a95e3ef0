import type { ClientBase, QueryConfig } from 'pg';

/** Thrown for a connection to a standby; has PostgreSQL's code for a write there, which survives the ORM's wrapping. */
class NotPrimary extends Error {
  readonly code = '25006';
}

/** `pg` knows it, its types do not. */
interface TimedQuery extends QueryConfig {
  readonly query_timeout: number;
}

/**
 * Refuses a new connection that leads to a standby, as libpq does by `target_session_attrs=primary`: a balancer that has just
 * started may lead there, and a standby answers with what was (decision 51). One that stops being the primary ends its
 * connections. Waits at most `withinMs` milliseconds.
 */
export function requirePrimary(withinMs: number): (client: ClientBase) => Promise<void> {
  const query: TimedQuery = {
    text: 'select pg_is_in_recovery() as "isStandby"',
    query_timeout: withinMs,
  };
  return async (client) => {
    const { rows } = await client.query<{ isStandby: boolean }>(query);
    if (rows[0]?.isStandby) throw new NotPrimary('the database is a standby');
  };
}
