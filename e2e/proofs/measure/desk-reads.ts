/**
 * `npm run desk-reads`: how long the server takes for what the admin's overview, lists and reports read, with 2,000,000
 * referrals of 50,000 users. Fails if one is over its budget. `-- --data folder` keeps the database for the next run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { USER_COLUMNS, USER_GROUPS } from '@sunloop/shared-types';
import { FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';

const BUDGET_MS = 300;
const RUNS = 20;
const WARM_UPS = 3;
const WHOLE_RUNS = 3;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '50000' },
    referrals: { type: 'string', default: '2000000' },
    data: { type: 'string' },
  },
});

const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
const READS = [
  '/api/admin/stats',
  '/api/admin/report',
  '/api/admin/payouts/months',
  ...USER_COLUMNS.flatMap((column) => [column, `-${column}`]).flatMap((sort) =>
    ['', ...USER_GROUPS].map(
      (group) => `/api/admin/users?sort=${sort}&limit=50${group && `&group=${group}`}`,
    ),
  ),
  ...['', 'a', 'maria', 'seed-49999', 'nobody has this'].flatMap((q) => {
    const sought = `q=${encodeURIComponent(q)}`;
    return [`/api/admin/users?${sought}&limit=50`, `/api/admin/users/count?${sought}`];
  }),
  '/api/admin/users?q=maria&sort=username&limit=50',
  '/api/admin/audit-logs',
  '/api/admin/audit-logs?action=referral.status',
  '/api/admin/security-stats',
  '/api/admin/quotes',
  '/api/admin/rewards',
  '/api/admin/reward-tiers',
  '/api/admin/achievements',
  '/api/admin/settings',
];
const WHOLE = [
  `/api/admin/payouts?month=${lastMonth}`,
  '/api/admin/users',
  '/api/admin/payouts',
  `/api/admin/payouts?month=${lastMonth}&format=csv`,
];

interface Taken {
  readonly times: number[];
  readonly bytes: number;
  /** Answers other than 200; a read that takes too long is answered with 503. */
  readonly refused: number;
}

async function read(url: string, headers: Record<string, string>, runs: number): Promise<Taken> {
  const times: number[] = [];
  let [bytes, refused] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - startedAt);
    if (!response.ok) refused += 1;
  }
  return { times, bytes, refused };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function figuresOf({ times, bytes, refused }: Taken): string {
  const failed = refused > 0 ? `, ${refused} of ${times.length} REFUSED` : '';
  return `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ${bytes} bytes${failed}`;
}

async function signIn(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(FIRST_ADMIN),
  });
  if (!response.ok) throw new Error(`signing in was answered with ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; ') };
}

const dataDir = values.data ?? (await makeDataDir());
if (!existsSync(path.join(dataDir, 'postgres'))) {
  const size = ['--users', values.users, '--referrals', values.referrals];
  execFileSync(process.execPath, ['sync-server/src/seed.ts', ...size], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
}
const server = await startServerProcess({
  DATA_DIR: dataDir,
  ADMIN_EMAIL: FIRST_ADMIN.email,
  ADMIN_PASSWORD: FIRST_ADMIN.password,
});
try {
  const headers = await signIn(server.origin);
  for (const call of READS) {
    await read(server.origin + call, headers, WARM_UPS);
    const taken = await read(server.origin + call, headers, RUNS);
    const isOver = taken.refused > 0 || percentile(taken.times, 0.95) > BUDGET_MS;
    if (isOver) process.exitCode = 1;
    console.log(`${isOver ? 'OVER' : 'ok  '} ${call}: ${figuresOf(taken)}`);
  }
  console.log('Whole lists, as long as they are, without a budget');
  for (const call of WHOLE) {
    console.log(
      `     ${call}: ${figuresOf(await read(server.origin + call, headers, WHOLE_RUNS))}`,
    );
  }
} finally {
  await server.stop();
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
}
