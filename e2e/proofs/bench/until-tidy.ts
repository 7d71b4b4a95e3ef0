import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import pg from 'pg';
import { countRows } from '../../fixtures/stored.ts';

/** Housekeeping comes every ten seconds; builds of issue 11 put 200 referrals a second in their places. */
const PATIENCE = { timeout: 180_000, intervals: [500] };

const IS_FILLED =
  'select (select count(*) from referrals) = (select count(*) from referral_search)';
const IS_IDLE = `
  select not exists (select from pg_stat_activity
    where backend_type in ('client backend', 'autovacuum worker') and state <> 'idle' and pid <> pg_backend_pid())`;
const READS_PHONES = `
  select exists (select from information_schema.columns where table_name = 'referral_search' and column_name = 'numbers')`;
// Nobody looks for a phone here, and housekeeping reads those of 4,000 every ten seconds.
const MARK_READ = `update referral_search set numbers = '' where numbers is null`;

/**
 * Until the server has done what it does after a file: the search table of the desk takes a core for three seconds, its phones
 * for ten more. On a machine of two cores, whoever comes next would be measured with that.
 */
export async function untilTidy(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const holds = async (sql: string) =>
    Object.values((await client.query<Record<string, boolean>>(sql)).rows[0] ?? {}).includes(true);
  try {
    await expect.poll(() => holds(IS_FILLED), PATIENCE).toBe(true);
    // Builds before issue 12 read none.
    if (await holds(READS_PHONES)) await client.query(MARK_READ);
    // Otherwise autovacuum comes in the middle of a replay.
    await client.query('vacuum (analyze)');
    await expect.poll(() => holds(IS_IDLE), PATIENCE).toBe(true);
  } finally {
    await client.end();
  }
}

/** Until a device holds so many of the user's referrals, each in its place. */
export async function untilHeld(page: Page, userId: string, count: number): Promise<void> {
  const held = () => countRows(page, `referrals-${userId}`, 'referrals');
  await expect.poll(held, PATIENCE).toBe(count);
}
