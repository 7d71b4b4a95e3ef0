import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, refer, type TestPerson } from '../../src/test/people.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import { deleteExpiredRows } from './housekeeping.ts';

/** Of each table; `npm run proof aging` has two million. */
const ROWS = Number(process.env['AGING_ROWS'] ?? 6000);
/** Rows that one statement inserts within its deadline. */
const PART = 50_000;
const CALLS_BEFORE = 100;

/** How rows get into the tables that grow with every act, the first half of them older than anybody keeps them. */
const FILL = {
  audit_logs: `insert into audit_logs (id, user_id, action, entity, created_at)
    select gen_random_uuid(), :user, 'session.login', 'user', `,
  login_attempts: `insert into login_attempts (id, email, ip_address, attempted_at)
    select gen_random_uuid(), 'a' || n || '@x.example', '192.0.2.1', `,
};

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await makeCustomer(server);
  for (const insert of Object.values(FILL)) {
    for (let first = 1; first <= ROWS; first += PART) {
      const last = Math.min(ROWS, first + PART - 1);
      await server.sql(
        `${insert} now() - interval '1 second' * n - case when n > :rows / 2 then interval '9 years' else '0' end
         from generate_series(:first, :last) n`,
        { user: person.user.id, rows: ROWS, first, last },
      );
    }
  }
}, 600_000);
afterAll(() => server.close());

async function rowsIn(table: string): Promise<number> {
  const [row] = await server.sql<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row?.count ?? 0;
}

/** What an open app does, one after another until it is told to stop; milliseconds of each. */
async function callUntil(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    await refer(person, 1);
    const read = await person.client.call(routes.stats, {});
    times.push(performance.now() - begun);
    expect(read.status).toBe(200);
  }
  return times;
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

test('what has aged is deleted while the server answers, and what has not stays', async () => {
  let left = CALLS_BEFORE;
  const before = await callUntil(() => (left -= 1) < 0);
  const kept = await Promise.all(Object.keys(FILL).map(rowsIn));
  const begun = performance.now();
  const progress = { isOver: false };
  const deleting = deleteExpiredRows(server.database.orm).finally(() => (progress.isOver = true));
  const during = await callUntil(() => progress.isOver);
  const deleted = await deleting;
  const seconds = (performance.now() - begun) / 1000;
  expect(deleted).toBe(ROWS);
  for (const [at, table] of Object.keys(FILL).entries()) {
    expect(await rowsIn(table)).toBeGreaterThanOrEqual((kept[at] ?? 0) - ROWS / 2);
  }
  if (process.env['AGING_ROWS'] === undefined) return;
  process.stdout.write(
    `${deleted} rows deleted in ${seconds.toFixed(0)} s; a referral and the figures took ` +
      `${p95(before).toFixed(0)} ms before and ${p95(during).toFixed(0)} ms meanwhile (p95 of ${during.length})\n`,
  );
}, 600_000);
