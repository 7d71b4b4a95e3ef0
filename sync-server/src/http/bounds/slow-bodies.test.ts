import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { DEFAULT_BOUNDS, type RequestBounds } from './bounds.ts';

/** Milliseconds. */
const WAIT = { timeout: 60_000, interval: 20 };

let shared: TestServer;
beforeAll(async () => {
  shared = await startTestServer();
});
afterAll(() => shared.close());

async function startBounded(bounds: Partial<RequestBounds>): Promise<TestServer> {
  const { database } = shared;
  const server = await startTestServer({ database, bounds: { ...DEFAULT_BOUNDS, ...bounds } });
  onTestFinished(() => server.close());
  return server;
}

let serial = 0;
async function signedIn(server: TestServer): Promise<TestClient> {
  const client = server.client();
  await client.signUp(`slow${++serial}`);
  return client;
}

/** Begins a request whose body never arrives completely. */
async function dribble(server: TestServer, head: string, client?: TestClient): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const cookie = client ? `Cookie: ${client.cookieHeader()}\r\n` : '';
  socket.write(`${head}\r\nHost: x\r\nContent-Type: application/json\r\n${cookie}\r\n{`);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

test('a body that trickles in is 408 once its time is up, and its connection is closed', async () => {
  const server = await startBounded({ bodyMs: 50 });
  const head = 'POST /api/login HTTP/1.1\r\nContent-Length: 1000';
  const socket = await dribble(server, head);
  const ended = once(socket, 'close');
  const answer = await answerOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"timeout"');
  await ended;
});

test('a gzipped body that trickles in is 408 too', async () => {
  const server = await startBounded({ bodyMs: 50 });
  const head = 'POST /api/login HTTP/1.1\r\nContent-Length: 1000\r\nContent-Encoding: gzip';
  expect(await answerOf(await dribble(server, head))).toMatch(/^HTTP\/1\.1 408 /);
});

const PUSH = 'POST /api/sync/push HTTP/1.1\r\nContent-Length: 4000000';
const PICTURE = 'PATCH /api/user/profile HTTP/1.1\r\nContent-Length: 8000000';
const large = { other: 'x'.repeat(200_000) };
const change = (client: TestClient, body: object) =>
  client.fetch('/api/user/profile', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a body that brings next to nothing is 408 long before its time is up', async () => {
  const server = await startBounded({ bodyMs: 600_000, paceMs: 50 });
  const socket = await dribble(server, PUSH, await signedIn(server));
  const ended = once(socket, 'close');
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await ended;
});

test('people who drip large bodies leave room for those of everybody else', async () => {
  const server = await startBounded({ largeBodies: 4 });
  const drippers = [await signedIn(server), await signedIn(server)];
  const other = await signedIn(server);
  for (const client of drippers) {
    for (let at = 0; at < 4; at += 1) (await dribble(server, PUSH, client)).write('"');
  }
  // Each of them is being read.
  expect((await change(other, large)).status).toBe(200);
  expect((await change(other, large)).status).toBe(200);
});

/** Begins a body and sends nearly all of it, so that the server holds it. */
async function fill(server: TestServer, client: TestClient): Promise<Socket> {
  const socket = await dribble(server, PICTURE, client);
  socket.write(`"other":"${'x'.repeat(7_900_000)}`);
  return socket;
}

test('where large bodies that have arrived take all the room, others are 503, and small ones pass them', async () => {
  const server = await startBounded({ largeBodies: 1 });
  const [first, second] = [await signedIn(server), await signedIn(server)];
  const holding = await fill(server, first);
  await vi.waitUntil(async () => (await change(second, large)).status === 503, WAIT);
  const refused = await change(second, large);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await change(second, { phone: '555' })).status).toBe(200);
  holding.destroy();
  await vi.waitUntil(async () => (await change(second, large)).status === 200, WAIT);
});

test('one person has a quarter of the room', async () => {
  const server = await startBounded({ largeBodies: 4 });
  const [first, second] = [await signedIn(server), await signedIn(server)];
  await fill(server, first);
  await vi.waitUntil(async () => (await change(first, large)).status === 429, WAIT);
  expect((await change(second, large)).status).toBe(200);
});

test('a small gzipped body takes room as soon as it inflates to a large one', async () => {
  const server = await startBounded({ largeBodies: 1 });
  const [first, second] = [await signedIn(server), await signedIn(server)];
  await fill(server, first);
  await vi.waitUntil(async () => (await change(second, large)).status === 503, WAIT);
  const send = (text: string) =>
    second.fetch('/api/user/profile', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(text),
    });
  expect((await send(JSON.stringify({ other: ' '.repeat(200_000) }))).status).toBe(503);
  expect((await send(JSON.stringify({ other: ' '.repeat(90_000) }))).status).toBe(200);
});

test('the time a body takes to arrive is not counted against its request', async () => {
  const server = await startBounded({ requestMs: 300, bodyMs: 900 });
  const head = 'POST /api/login HTTP/1.1\r\nContent-Length: 1000';
  expect(await answerOf(await dribble(server, head))).toMatch(/^HTTP\/1\.1 408 /);
});

test.each(['[', '{"a":'])(
  'a few kilobytes of gzip that inflate to millions of %s are 400',
  async (open) => {
    const client = await signedIn(shared);
    const answer = await client.fetch('/api/sync/push', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(open.repeat(3_900_000 / open.length)),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid' });
  },
);

test('one user may send only a few bodies at a time', async () => {
  const server = await startBounded({ bodiesPerUser: 1 });
  const client = await signedIn(server);
  const head = 'PATCH /api/user/profile HTTP/1.1\r\nContent-Length: 1000';
  await dribble(server, head, client);
  const refused = await answerOf(await untilRefused(() => dribble(server, head, client)));
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
});

/** The first request is read a moment after it was sent, so one of those after it is refused. */
async function untilRefused(send: () => Promise<Socket>): Promise<Socket> {
  const sockets = await Promise.all([send(), send()]);
  return Promise.race(
    sockets.map(async (socket) => {
      await once(socket, 'readable');
      return socket;
    }),
  );
}

test.each(['zstd', 'br', 'gzip', 'deflate'])(
  'while many responses are being compressed, the next is sent as it is, even if it accepts %s',
  async (encoding) => {
    const asking = { headers: { 'Accept-Encoding': encoding } };
    const usual = await shared.client().fetch('/api/openapi.json', asking);
    expect(usual.headers.get('content-encoding')).toBe(encoding);
    await usual.arrayBuffer();
    const server = await startBounded({ compressionsAtOnce: 0 });
    const plain = await server.client().fetch('/api/openapi.json', asking);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ openapi: '3.1.0' });
  },
);

test('a gzip bomb is 413, and the connection serves the next request', async () => {
  const body = gzipSync(Buffer.alloc(50_000_000, ' '));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const client = shared.client();
  const bomb = await client.fetch('/api/login', { method: 'POST', headers, body });
  expect(bomb.status).toBe(413);
  expect((await client.fetch('/healthz')).status).toBe(200);
});
