import { LOGIN_MAX_PER_ADDRESS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { hashAtFullCost } from '../../test/hash-cost.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { boundHashing, DEFAULT_HASH_BOUNDS } from './password.ts';

const metricsToken = 'a secret of the tests';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1, metricsToken });
});
afterAll(() => server.close());

const someEmail = () => `${randomUUID()}@example.com`;

interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly from?: string;
}

let serial = 0;
function tryLogIn({ email = someEmail(), password = 'wrong', from }: Try = {}) {
  serial += 1;
  const address = from ?? `10.1.${serial >> 8}.${serial % 256}`;
  return server.client().fetch(routes.logIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password }),
  });
}

async function hashesSoFar(): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const text = await (await server.client().fetch('/metrics', { headers })).text();
  return Number(/^password_hashes (\d+)$/m.exec(text)?.[1]);
}

/** Sets back the clock of this process, and so of its server, but not the database's. */
function setClockBack(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms });
  onTestFinished(() => void vi.useRealTimers());
}

test('of 120 wrong sign-ins at once from one address, only as many as the limit allows are checked', async () => {
  const before = await hashesSoFar();
  const from = '198.51.100.120';
  const answers = await Promise.all(Array.from({ length: 120 }, () => tryLogIn({ from })));
  const judged = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status === 429);
  // On a busy machine some wait longer than a request may (2 s).
  const late = answers.filter(({ status }) => status === 503);
  expect(judged.length + refused.length + late.length).toBe(120);
  expect(judged.length).toBeGreaterThanOrEqual(LOGIN_MAX_PER_ADDRESS - late.length);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await hashesSoFar()) - before).toBeLessThanOrEqual(LOGIN_MAX_PER_ADDRESS);
});

test('when too many passwords wait to be checked, the next is 503 and not counted as an attempt', async () => {
  hashAtFullCost();
  const { email } = await server.client().signUp('patient');
  boundHashing({ hashesAtOnce: 1, hashesWaiting: 1 });
  onTestFinished(() => boundHashing(DEFAULT_HASH_BOUNDS));
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryLogIn({ email })));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBe(answers.filter(({ status }) => status !== 401).length);
  expect(await refused[0]?.json()).toMatchObject({ code: 'unavailable' });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const sql = 'select 1 from login_attempts where email = ?';
  const tries = await server.sql(sql, [email]);
  expect(tries).toHaveLength(answers.length - refused.length);
});

test('a process whose clock is twenty minutes behind still counts wrong passwords', async () => {
  setClockBack(20 * 60_000);
  const { email } = await server.client().signUp('behind');
  const from = '198.51.100.20';
  for (let count = 0; count < 5; count += 1) {
    expect((await tryLogIn({ email, from })).status).toBe(401);
  }
  expect((await tryLogIn({ email, from })).status).toBe(429);
});

test('a session begun by a process whose clock is a month behind lasts', async () => {
  setClockBack(31 * 24 * 60 * 60_000);
  const client = server.client();
  const { id } = await client.signUp('long-behind');
  vi.useRealTimers();
  expect((await client.call(routes.currentUser)).body.id).toBe(id);
});
