import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';

/** Fills the database of a data folder with users and referrals; resolves to what the seed printed. */
export async function seed(
  dataDir: string,
  { users, referrals }: { users: string; referrals: string },
): Promise<string> {
  const size = ['--users', users, '--referrals', referrals];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)('node', ['sync-server/src/seed.ts', ...size], {
    env,
  });
  return stdout.trim();
}

/** Waits until the server has sorted the list into its indexes, which it has yet to do right after the seed. */
export async function waitUntilSorted(database: pg.Pool): Promise<void> {
  const ready = `select coalesce(m.version > (select max(version) from referrals), false) as "isReady" from referral_search_mark m`;
  while (!(await database.query<{ isReady: boolean }>(ready)).rows[0]?.isReady) {
    await new Promise((done) => setTimeout(done, 1000));
  }
}
