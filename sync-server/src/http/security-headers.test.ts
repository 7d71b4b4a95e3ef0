import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../test/server.ts';
import { makeWebRoot } from '../test/web-root.ts';
import { DEFAULT_BOUNDS } from './bounds/bounds.ts';

const publicOrigin = 'https://sun.example';

let webRoot: string;
let server: TestServer;
/** Refuses every call. */
let busy: TestServer;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  server = await startTestServer({ webRoot, publicOrigin });
  const bounds = { ...DEFAULT_BOUNDS, callsAtOnce: 0 };
  busy = await startTestServer({ webRoot, publicOrigin, bounds });
});
afterAll(async () => {
  await Promise.all([server.close(), busy.close()]);
  await rm(webRoot, { recursive: true });
});

/** The head of the answer to what is sent word for word. */
async function headOf(request: string, { url }: TestServer = server): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(request);
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  return head;
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n');

function expectSafe(head: string): void {
  expect(head).toMatch(/^strict-transport-security: max-age=63072000; includeSubDomains$/im);
  expect(head).toMatch(/^x-content-type-options: nosniff$/im);
  expect(head).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
}

describe('Security headers stand on', () => {
  test.each([
    ['200', '/', 'Host: x'],
    ['404', '/nothing.txt', 'Host: x'],
    ['401', '/api/user', 'Host: x'],
    ['404', '/api/nothing', 'Host: x'],
    ['431', '/api/user', 'Host: x', `Cookie: ${'x'.repeat(20_000)}`],
    ['400', '/api/user', 'No colon'],
    ['400', '/api/user', 'Accept: */*'],
    ['401', '/api/user', 'Host: x', 'Expect: a miracle'],
  ])('an answer %s to %s (%s)', async (status, path, ...headers) => {
    const head = await headOf(get(path, ...headers));
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expectSafe(head);
  });

  test('a refusal of an overload', async () => {
    const head = await headOf(get('/api/user', 'Host: x'), busy);
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expectSafe(head);
  });

  test('a page that fails', async () => {
    const own = await startTestServer({ webRoot, publicOrigin });
    onTestFinished(() => own.close());
    await own.sql('alter table system_settings rename to no_settings');
    const head = await headOf(get('/.well-known/security.txt', 'Host: x'), own);
    expect(head).toMatch(/^HTTP\/1.1 500 /);
    expectSafe(head);
  });
});

test('A request of HTTP/1.0 may go without the name of a host', async () => {
  expect(await headOf('GET /api/user HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
});
