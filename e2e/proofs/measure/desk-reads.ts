/**
 * `npm run proof desk-reads`: how long the server takes for what the admin's overview, lists and reports read, with 2,000,000
 * referrals of 50,000 users. Fails if one is over its budget.
 */
import { USER_COLUMNS, USER_GROUPS } from '@sunloop/shared-types/ground/admin.ts';
import { adminHeaders, msAt, startSeeded } from './seeded-database.ts';

const BUDGET_MS = 300;
const RUNS = 20;
const WARM_UPS = 3;
const WHOLE_RUNS = 3;

const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
const READS = [
  '/api/admin/stats',
  '/api/admin/report',
  '/api/admin/payouts/months',
  '/api/admin/calls',
  '/api/admin/calls?owner=mine',
  '/api/admin/calls?owner=nobody',
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

function figuresOf({ times, bytes, refused }: Taken): string {
  const failed = refused > 0 ? `, ${refused} of ${times.length} REFUSED` : '';
  return `p50 ${msAt(times, 0.5)} ms, p95 ${msAt(times, 0.95)} ms, ${bytes} bytes${failed}`;
}

const server = await startSeeded();
try {
  const headers = await adminHeaders(server.origin);
  for (const call of READS) {
    await read(server.origin + call, headers, WARM_UPS);
    const taken = await read(server.origin + call, headers, RUNS);
    const isOver = taken.refused > 0 || msAt(taken.times, 0.95) > BUDGET_MS;
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
}
