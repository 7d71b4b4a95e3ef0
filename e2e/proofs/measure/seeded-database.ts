import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseUrl, FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { startChosenPostgres } from '../../fixtures/chosen-postgres.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';
import { percentile } from '../bench/measurements.ts';

const { values: SIZE } = parseArgs({
  options: {
    users: { type: 'string', default: '50000' },
    referrals: { type: 'string', default: '2000000' },
  },
});

export interface SeededServer {
  readonly origin: string;
  readonly database: pg.Pool;
  readonly referrals: number;
  stop(): Promise<void>;
}

/**
 * Starts the server over 2,000,000 referrals of 50,000 users (`--referrals`, `--users`). DATA_DIR names a folder whose
 * database is kept for the next run and seeded if there is none; otherwise a new one is seeded and removed.
 */
export async function startSeeded(
  env: Readonly<Record<string, string>> = {},
): Promise<SeededServer> {
  const kept = process.env['DATA_DIR'];
  const dataDir = kept ?? (await makeDataDir());
  const isNew = !existsSync(path.join(dataDir, 'postgres'));
  const postgres = await startChosenPostgres(dataDir);
  if (isNew) {
    const size = ['--users', SIZE.users, '--referrals', SIZE.referrals];
    execFileSync(process.execPath, ['sync-server/operate/seed.ts', ...size], {
      env: { ...process.env, DATA_DIR: dataDir, ...postgres.env },
      stdio: 'inherit',
    });
  }
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    ...postgres.env,
    ...env,
  });
  const database = new pg.Pool({ connectionString: await databaseUrl(dataDir), max: 1 });
  await untilSorted(database);
  return {
    origin: server.origin,
    database,
    referrals: Number(SIZE.referrals),
    async stop() {
      await database.end();
      await server.stop();
      await postgres.stop();
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the server has sorted the list into its indexes, which it has yet to do right after the seed. */
async function untilSorted(database: pg.Pool): Promise<void> {
  const ready = `select coalesce(m.version > (select max(version) from referrals), false) as "isReady" from referral_search_mark m`;
  while (!(await database.query<{ isReady: boolean }>(ready)).rows[0]?.isReady) {
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** Signs in as the admin; resolves to the headers of a request. */
export async function adminHeaders(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(FIRST_ADMIN),
  });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; ') };
}

/** A percentile in whole milliseconds. */
export function msAt(times: readonly number[], share: number): number {
  return Math.round(percentile(times, share) ?? 0);
}
