import type { Orm } from '../db/orm.ts';

// They change with every look of somebody signed in, and with refusals that are counted.
const RESTLESS = ['sessions', 'rate_limits', 'login_attempts'];

// Somebody who is refused a call of admins is noted.
const AUDIT_LOGS = "(select * from audit_logs where action <> 'admin_call.refused')";

/**
 * A digest of all rows of each table except sessions, counters and notes of refusals: equal as long as nothing was
 * written.
 */
export async function snapshotTables(orm: Orm): Promise<Record<string, string>> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const kept = tables.filter(({ name }) => !RESTLESS.includes(name));
  const digests = kept.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
       from ${name === 'audit_logs' ? AUDIT_LOGS : name} t`,
  );
  const rows = await em.execute<{ name: string; digest: string }[]>(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
