import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const PASSWORD = 'correct horse';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
});
afterAll(() => server.close());

interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly from: string;
  readonly client?: TestClient;
}

const someEmail = () => `${randomUUID()}@example.com`;

async function tryLogIn(given: Try): Promise<number> {
  const { email = someEmail(), password = 'wrong', from, client = server.client() } = given;
  const response = await client.fetch(routes.logIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

async function countJudged(from: (index: number) => string): Promise<number> {
  let judged = 0;
  for (let index = 0; index < 25; index += 1) {
    if ((await tryLogIn({ from: from(index) })) === 401) judged += 1;
  }
  return judged;
}

/** Enough wrong passwords from strangers to lock out every stranger. */
const attack = (email: string, from: string) =>
  server.sql(
    `insert into login_attempts (id, email, ip_address, success)
     select gen_random_uuid(), ?, ?, 'false' from generate_series(1, 100)`,
    [email, from],
  );

test('all addresses of one IPv6 network count as one', async () => {
  expect(await countJudged((index) => `2001:db8:7:7:${index.toString(16)}::1`)).toBe(20);
  expect(await tryLogIn({ from: '2001:db8:7:8::1' })).toBe(401);
});

test('if a proxy forwards something that is not an address, its own counts', async () => {
  expect(await countJudged((index) => `nonsense-${index}`)).toBe(20);
  await server.sql('delete from login_attempts where ip_address = ?', ['127.0.0.1']);
});

test('strangers cannot lock an account out of the device its owner signed in on', async () => {
  const owner = server.client();
  const { email } = await owner.signUp(`owner-${randomUUID().slice(0, 8)}`);
  const from = '198.51.100.1';
  await attack(email, from);
  expect(await tryLogIn({ email, password: PASSWORD, from })).toBe(429);
  expect(await tryLogIn({ email, password: PASSWORD, from: '198.51.100.2' })).toBe(429);
  expect(await tryLogIn({ email, password: PASSWORD, from, client: owner })).toBe(200);
});

test('a known device has five wrong passwords of its own', async () => {
  const owner = server.client();
  const { email } = await owner.signUp(`owner-${randomUUID().slice(0, 8)}`);
  const from = '198.51.100.3';
  for (let count = 0; count < 5; count += 1) {
    expect(await tryLogIn({ email, from, client: owner })).toBe(401);
  }
  expect(await tryLogIn({ email, password: PASSWORD, from, client: owner })).toBe(429);
  expect(await tryLogIn({ email, password: PASSWORD, from })).toBe(200);
});

test('a device is known only to users who signed in there, and its cookie cannot be forged', async () => {
  const [victim, stranger] = [server.client(), server.client()];
  const { id, email } = await victim.signUp(`victim-${randomUUID().slice(0, 8)}`);
  await stranger.signUp(`stranger-${randomUUID().slice(0, 8)}`);
  const from = '198.51.100.4';
  await attack(email, from);
  expect(await tryLogIn({ email, password: PASSWORD, from, client: stranger })).toBe(429);
  const forged = await server.client().fetch(routes.logIn.path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from,
      Cookie: stranger
        .cookieHeader()
        .replace(/sunloop\.device=[^;]*/, `sunloop.device=${randomUUID()}.${id}`),
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(forged.status).toBe(429);
});

test.each([
  [0, 1],
  [1, 0],
])('with TRUST_PROXY=%i, %i warnings about a proxy are logged', async (trustProxy, times) => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const watched = await startTestServer({ database: server.database, trustProxy, log });
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  for (let count = 0; count < 3; count += 1) {
    await watched.client().fetch('/api/user', { headers });
  }
  await watched.close();
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(times);
});

test('a device whose account was lost by a restore is told so, and nobody else', async () => {
  const restored = await startTestServer();
  try {
    const body = { email: 'nobody@example.com', password: PASSWORD };
    const owner = server.client();
    await owner.signUp(`owner-${randomUUID().slice(0, 8)}`);
    const told = async (client: TestClient) => (await client.refuse(routes.logIn, { body })).body;
    const lost = await told(owner.at(restored.url));
    expect(lost).toMatchObject({ code: 'invalid_credentials' });
    expect(lost.error).toContain('no longer knows an account that was used here');
    expect((await told(owner)).error).toBe('Invalid credentials');
    expect((await told(restored.client())).error).toBe('Invalid credentials');
  } finally {
    await restored.close();
  }
});
