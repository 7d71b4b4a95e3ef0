import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parseEnv } from '../../operate/env/env.ts';
import { openDatabase } from '../../operate/start/open-database.ts';
import { startServer } from '../../operate/start/server-process.ts';
import { DEFAULT_BOUNDS } from '../http/bounds/bounds.ts';
import { TestClient } from '../test/client.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { makeRawCaller } from '../test/every-route/raw-call.ts';
import { noPgbouncer, startPgbouncer } from '../test/pgbouncer.ts';
import { makeSampleWorld, sampleCalls } from '../test/sample-calls.ts';
import { startTestServer } from '../test/server.ts';
import { nameStatements } from './query/statement.ts';

const NO_LIMITS = {
  DATABASE_STATEMENT_TIMEOUT_MS: '0',
  DATABASE_LOCK_TIMEOUT_MS: '0',
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '0',
  DATABASE_CALLER_CHECK_MS: '0',
};
const UNNAMED = { ...NO_LIMITS, DATABASE_PREPARED: 'false' };
/** Nobody is refused, however busy the machine is: what waits for a connection waits for the pooler's. */
const PATIENT = { requestMs: 120_000, callsAtOnce: { most: 200, least: 200 } };
/** These end the session that the others need. */
const LAST: readonly RouteName[] = ['endOwnSessions', 'logOut', 'changePassword', 'eraseAccount'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Opens a database as the server does at its start. */
async function open(url: string, variables: Record<string, string>) {
  onTestFinished(() => nameStatements(true));
  const lines: string[] = [];
  const watcher = {
    log: () => {},
    report: (line: string) => void lines.push(line),
    onLost: () => {},
  };
  const opened = await openDatabase(parseEnv({ DATABASE_URL: url, ...variables }), watcher);
  onTestFinished(() => opened.close());
  return { ...opened, lines };
}

test('PostgreSQL itself keeps sessions, and the limits it is given', async () => {
  expect((await open(database.url, {})).lines).toEqual([]);
});

test('without limits a start says so, unless the role has them', async () => {
  const told = [expect.stringMatching(/^No statement has a time limit/)];
  expect((await open(database.url, NO_LIMITS)).lines).toEqual(told);
  const name = new URL(database.url).pathname.slice(1);
  await database.orm.em.fork().execute(`alter database "${name}" set statement_timeout = '10s'`);
  expect((await open(database.url, NO_LIMITS)).lines).toEqual([]);
});

const missing = noPgbouncer();

test('behind PgBouncer with its defaults, a start says at once what to set', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const pooler = await startPgbouncer(database.url, 'session');
  onTestFinished(() => pooler.stop());
  const advice =
    /takes no time limits .*\(unsupported startup parameter.*DATABASE_CALLER_CHECK_MS to 0/;
  await expect(open(pooler.url, {})).rejects.toThrow(advice);
});

test('in transaction mode, prepared statements are refused with the setting to change', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const pooler = await startPgbouncer(database.url, 'transaction');
  onTestFinished(() => pooler.stop());
  const advice = /transaction mode that knows no prepared statements.*DATABASE_PREPARED=false/;
  await expect(open(pooler.url, NO_LIMITS)).rejects.toThrow(advice);
  // Other processes use the same connections meanwhile.
  const busy = await open(pooler.url, UNNAMED);
  const over = new AbortController();
  const work = async () => {
    while (!over.signal.aborted) await busy.orm.em.fork().execute('select pg_sleep(0.001)');
  };
  const others = Array.from({ length: 5 }, work);
  await expect(open(pooler.url, NO_LIMITS)).rejects.toThrow(advice);
  over.abort();
  await Promise.all(others);
});

test('statement mode is refused', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const pooler = await startPgbouncer(database.url, 'statement');
  onTestFinished(() => pooler.stop());
  await expect(open(pooler.url, UNNAMED)).rejects.toThrow(/a pooler in statement mode/);
});

test.for([
  ['session', NO_LIMITS],
  ['transaction', UNNAMED],
] as const)(
  'in %s mode every call is served, many at once, too',
  async ([mode, variables], { skip }) => {
    skip(missing !== undefined, missing);
    const own = await createTestDatabase();
    onTestFinished(() => own.drop());
    const pooler = await startPgbouncer(own.url, mode);
    onTestFinished(() => pooler.stop());
    const { orm } = await open(pooler.url, variables);
    const throughPooler = { ...own, orm, url: pooler.url };
    const bounds = { ...DEFAULT_BOUNDS, ...PATIENT };
    const server = await startTestServer({ database: throughPooler, orm, trustProxy: 1, bounds });
    onTestFinished(() => server.close());
    // The answer to each is judged: no 500 among them.
    const send = await makeRawCaller(server);
    const calls = sampleCalls(await makeSampleWorld(server));
    const table = (Object.entries(routes) as [RouteName, Route][]).toSorted(
      ([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b),
    );
    let stored = 0;
    for (const [name, route] of table) {
      const { body } = calls[name] as { body?: unknown };
      const { status } = await send(name, route, body ? { body: JSON.stringify(body) } : {});
      if (status < 300) stored += 1;
    }
    expect(stored).toBeGreaterThan(table.length / 2);

    const client = server.client();
    await client.signUp('pooled');
    const rows = Array.from({ length: 60 }, () => {
      const id = uuidv7();
      return { id, name: 'Ann Lee', email: `${id}@example.com` };
    });
    await Promise.all(
      rows.flatMap((row) => [
        client.call(routes.pushReferrals, { body: { referrals: [row] } }),
        client.call(routes.pullReferrals, { query: { since: '' } }),
      ]),
    );
    const { body: all } = await client.call(routes.pullReferrals, { query: { since: '' } });
    expect(all.upserts.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  },
);

test('a new database is set up through transaction mode, and serves', async ({ skip }) => {
  skip(missing !== undefined, missing);
  onTestFinished(() => nameStatements(true));
  const own = await createTestDatabase();
  onTestFinished(() => own.drop());
  await own.orm.em.fork().execute('drop schema public cascade; create schema public');
  const pooler = await startPgbouncer(own.url, 'transaction');
  onTestFinished(() => pooler.stop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-pooled-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const env = parseEnv({ ...UNNAMED, PORT: '0', DATABASE_URL: pooler.url, DATA_DIR: dataDir });
  const server = await startServer(env, { log: pino({ level: 'silent' }) });
  onTestFinished(() => server.stop());
  const client = new TestClient(server.origin);
  await vi.waitFor(async () => expect((await client.fetch('/readyz')).status).toBe(200));
  await client.signUp('first');
  expect((await client.call(routes.listReferrals)).body).toEqual([]);
});
