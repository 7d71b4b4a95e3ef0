import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { referenceSettings } from '../install/reference/settings.ts';
import type { Orm } from '../../src/db/orm.ts';

type EntityManager = Orm['em'];

/** Rows of a table that are deleted by age. */
interface RetentionRule {
  readonly table: string;
  /** When a row begins to age; an index starts with it. Rows without a time do not age. */
  readonly since: string;
  /** How long it is kept: a setting in days, or fixed milliseconds. */
  readonly after: { readonly setting: string } | { readonly ms: number };
}

/** Tables that grow by themselves, and how long their rows are of use. */
export const AGING_ROWS: readonly RetentionRule[] = [
  { table: 'sessions', since: 'expires_at', after: { ms: 0 } },
  { table: 'one_time_links', since: 'ends_at', after: { ms: 0 } },
  // Sent, kept or given up.
  { table: 'outgoing_messages', since: 'settled_at', after: { ms: 90 * DAY_MS } },
  // No limit counts over a longer window.
  { table: 'rate_limits', since: 'window_start', after: { ms: DAY_MS } },
  {
    table: 'login_attempts',
    since: 'attempted_at',
    after: { setting: 'retention.sign_in_attempts_days' },
  },
  { table: 'audit_logs', since: 'created_at', after: { setting: 'retention.audit_days' } },
  { table: 'quotes', since: 'settled_at', after: { setting: 'retention.settled_quotes_days' } },
  { table: 'lost_referrals', since: 'reported_at', after: { ms: 90 * DAY_MS } },
  // Whoever has not come back by then has the friends again, or never will.
  { table: 'device_reports', since: 'heard_at', after: { ms: 180 * DAY_MS } },
  { table: 'referral_acts', since: 'done_at', after: { setting: 'retention.act_keys_days' } },
  { table: 'policy_refusals', since: 'last_at', after: { ms: 31 * DAY_MS } },
  { table: 'sso_refusals', since: 'last_at', after: { ms: 31 * DAY_MS } },
  { table: 'sign_in_steps', since: 'ends_at', after: { ms: 0 } },
];

export interface Sweep {
  /** Rows per statement, few enough that none holds others up for long. */
  readonly batchRows: number;
  /** Checked between statements. */
  readonly isStopped: () => boolean;
}

/**
 * Deletes rows that are older than the settings say, by the database's clock, oldest first, a batch per
 * statement. Several processes may run it at once: each leaves alone what another is working on. Returns how
 * many were deleted.
 */
export async function deleteAged(em: EntityManager, sweep: Sweep): Promise<number> {
  const days = await readDays(em);
  let count = 0;
  for (const aging of AGING_ROWS) count += await deleteOf(em, aging, { days, ...sweep });
  return count;
}

async function deleteOf(
  em: EntityManager,
  { table, since, after }: RetentionRule,
  { days, batchRows, isStopped }: Sweep & { days: ReadonlyMap<string, number> },
): Promise<number> {
  const ms = 'ms' in after ? after.ms : (days.get(after.setting) ?? 0) * DAY_MS;
  if ('setting' in after && ms === 0) throw new Error(`There is no setting ${after.setting}`);
  let count = 0;
  while (!isStopped()) {
    const deleted = await em.execute<object[]>(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${since} < now() - make_interval(secs => :seconds)
         order by ${since} limit :batchRows for update skip locked)) returning 1`,
      { seconds: ms / 1000, batchRows },
    );
    count += deleted.length;
    if (deleted.length < batchRows) break;
  }
  return count;
}

/** Days by setting; if an older build accepted a value that is not a number of days, the default counts. */
async function readDays(em: EntityManager): Promise<ReadonlyMap<string, number>> {
  const rows = await em.execute<{ key: string; value: string }[]>(
    `select key, value from system_settings where key like 'retention.%'`,
  );
  return new Map(
    [...referenceSettings, ...rows].flatMap(({ key, value }) =>
      /^[1-9]\d{0,5}$/.test(value) ? [[key, Number(value)] as const] : [],
    ),
  );
}
