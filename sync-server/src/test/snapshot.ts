import type { Orm } from '../db/orm.ts';

// These change whenever somebody signed in reads something, and when refusals are counted.
const RESTLESS = [
  'sessions',
  'rate_limits',
  'sign_in_steps',
  'login_attempts',
  // A report first counts what changed since the last one.
  'completion_times',
  'counted_referrals',
  'referral_days',
  'report_mark',
];

// Refused admin calls are noted here.
const AUDIT_LOGS = "(select * from audit_logs where action <> 'admin_call.refused')";

/**
 * A digest of all rows of each table except sessions, counters and notes of refusals: it stays equal as long
 * as nothing is written.
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
