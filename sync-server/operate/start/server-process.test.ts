import { once } from 'node:events';
import { rm, mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '../env/env.ts';
import { startServer } from './server-process.ts';
import { TestClient } from '../../src/test/client.ts';
import { createTestDatabase } from '../../src/test/database.ts';

/** The port 1 has no server. */
const GONE = {
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'sunloop',
  OIDC_CLIENT_SECRET: 'secret',
};

async function setUp() {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-process-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  const env = (port = 0, variables = {}) =>
    parseEnv({
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...variables,
    });
  return { database, env };
}

test('when the process is told to stop, a running request finishes and a new one is not accepted', async () => {
  const { database, env } = await setUp();
  const server = await startServer(env());
  const client = new TestClient(server.origin);
  const user = await client.signUp('draining');
  const holder = database.orm.em.fork();
  await holder.begin();
  await holder.execute('select 1 from users where id = ? for update', [user.id]);
  const id = uuidv7();
  const running = client.fetch('/api/referrals', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, name: 'Last One', email: `${id}@example.com` }),
  });
  await expect
    .poll(() =>
      database.orm.em
        .fork()
        .execute(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
    )
    .toHaveLength(1);
  const stopping = server.stop();
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
  await holder.commit();
  expect((await running).status).toBe(201);
  // Its connection is not kept alive for a next request, which nobody would answer.
  await stopping;
  const rows = await database.orm.em.fork().execute('select 1 from referrals where id = ?', [id]);
  expect(rows).toHaveLength(1);
}, 10_000);

test('connections without a request do not hold up the stop, as a browser opens them before it asks', async () => {
  const { env } = await setUp();
  const server = await startServer(env());
  const { hostname, port } = new URL(server.origin);
  const sockets = await Promise.all(
    ['', 'GET /healthz HTTP/1.1\r\nHo'].map(async (text) => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(text);
      return { ended: once(socket, 'close') };
    }),
  );
  // A later one was taken after those.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await server.stop();
  await Promise.all(sockets.map(({ ended }) => ended));
}, 10_000);

test('a request that is still running when the drain time is over is cut off', async () => {
  const { env } = await setUp();
  const server = await startServer(env(0, { DRAIN_TIMEOUT_MS: '100' }));
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json';
  socket.write(`${head}\r\nContent-Length: 1000\r\n\r\n{`);
  const cutOff = once(socket, 'close');
  await server.stop();
  await cutOff;
}, 10_000);

test('the first start prints the first sign-in, a later one does not', async () => {
  const { env } = await setUp();
  const first = await startServer(env());
  await first.stop();
  const second = await startServer(env());
  await second.stop();
  expect(first.firstAdmin).toMatchObject({ email: 'admin@localhost' });
  expect(second.firstAdmin).toBeUndefined();
});

test('a port in use is reported in plain words', async () => {
  const { env } = await setUp();
  const first = await startServer(env());
  onTestFinished(() => first.stop());
  const { port } = new URL(first.origin);
  await expect(startServer(env(Number(port)))).rejects.toThrow(`Port ${port} is in use`);
});

test('the server is not ready while a migration is missing', async () => {
  const { database, env } = await setUp();
  const server = await startServer(env());
  onTestFinished(() => server.stop());
  const client = new TestClient(server.origin);
  expect((await client.fetch('/healthz')).status).toBe(200);
  expect((await client.fetch('/readyz')).status).toBe(200);
  await client.signUp('ready');
  const em = database.orm.em.fork();
  await em.execute(
    'delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)',
  );
  expect((await client.fetch('/readyz')).status).toBe(503);
});

test.each([
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }, 'No messages are sent: SMTP_URL must look like'],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'login' },
    'Nobody can use single sign-on: OIDC_ISSUER must look like',
  ],
  ['a provider that does not answer', GONE, 'Nobody can use single sign-on: '],
])(
  '%s is said at the start and in the desk, and stops nothing else',
  async (_, variables, words) => {
    const { env } = await setUp();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const password = 'correct horse';
    const first = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: password };
    const server = await startServer(env(0, { ...first, ...variables }), { log });
    onTestFinished(() => server.stop());
    await expect.poll(() => lines.join('')).toContain(words);
    const client = new TestClient(server.origin);
    await client.call(routes.logIn, { body: { email: first.ADMIN_EMAIL, password } });
    const desk = [
      (await client.call(routes.securityStats)).body.sso?.fault,
      (await client.call(routes.mailState)).body.fault,
    ].join();
    expect(desk).toContain(words.slice(words.indexOf(': ') + 2));
  },
);

test('a second process with other session keys says so, one that shares a key does not', async () => {
  const { env } = await setUp();
  const startWith = async (keys: string) => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const server = await startServer(env(0, { SESSION_KEYS: keys }), { log });
    onTestFinished(() => server.stop());
    return lines.join('');
  };
  expect(await startWith('the key of the first')).toBe('');
  expect(await startWith('a newer key of all,the key of the first')).toBe('');
  expect(await startWith('the key of the third')).toContain('Give all processes the same');
});
