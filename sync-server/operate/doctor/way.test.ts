import { rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import { makeWebRoot } from '../../src/test/web-root.ts';
import { checkVisit } from './visit.ts';

let root: string;
let server: TestServer;
beforeAll(async () => {
  const page = '<!doctype html><link rel="manifest" href="/m">';
  root = await makeWebRoot({
    ...Object.fromEntries(['index', 'auth', 'refer'].map((name) => [`${name}.html`, page])),
    'landing-views.json': JSON.stringify({ unknown: { form: '' } }),
    'sw.js': '// the worker',
  });
  server = await startTestServer({ webRoot: root });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does to a request that it passes on to `pass`. */
type Proxy = (
  asked: IncomingMessage & { text: Buffer },
  pass: () => Promise<Answer>,
) => Promise<Answer>;

/** Puts a proxy before a server; returns where it listens. */
async function putBefore(url: string, proxy: Proxy): Promise<URL> {
  const listening = createServer((asked, response) => {
    const answer = async () => {
      const text = await buffer(asked);
      const pass = () => passOn(new URL(asked.url ?? '', url), asked, text);
      const { status, headers, body } = await proxy(Object.assign(asked, { text }), pass);
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return new URL(`http://localhost:${(listening.address() as AddressInfo).port}`);
}

async function passOn(url: URL, { method, headers: asked }: IncomingMessage, text: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { method, headers: asked, agent: false }, resolve).on('error', reject).end(text);
  const response = await promise;
  const headers = without(response.headers, 'transfer-encoding');
  return { status: response.statusCode ?? 502, headers, body: await buffer(response) };
}

const without = (headers: OutgoingHttpHeaders, name: string): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

const withHeaders =
  (change: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders): Proxy =>
  async (_asked, pass) => {
    const answer = await pass();
    return { ...answer, headers: change(answer.headers) };
  };

/** Keeps what it is asked for by path. */
function cacheOf(part: RegExp): Proxy {
  const kept = new Map<string, Promise<Answer>>();
  return (asked, pass) => {
    const { url = '', method } = asked;
    if (method !== 'GET' || !part.test(url)) return pass();
    const answer = kept.get(url) ?? pass();
    kept.set(url, answer);
    return answer;
  };
}

const REFUSED: Answer = { status: 405, headers: {}, body: Buffer.from('not allowed') };

const PROXIES: Readonly<Record<string, readonly [Proxy, RegExp]>> = {
  'takes cookies of people away': [
    ({ headers }, pass) => {
      delete headers.cookie;
      return pass();
    },
    /^proxy: cookies do not get through/,
  ],
  'takes cookies of the server away': [
    withHeaders((headers) => without(headers, 'set-cookie')),
    /^proxy: cookies do not get through/,
  ],
  'caches /api': [cacheOf(/^\/api\//), /^proxy: it keeps \/api\/openapi\.json/],
  'keeps sw.js': [cacheOf(/^\/sw\.js/), /^proxy: it keeps \/sw\.js/],
  'lets browsers keep sw.js': [
    withHeaders((headers) => ({ ...headers, 'cache-control': 'public, max-age=31536000' })),
    /^proxy: it keeps \/sw\.js/,
  ],
  'takes bodies of 1 MB': [
    async ({ text }, pass) => (text.length > 1_048_576 ? { ...REFUSED, status: 413 } : pass()),
    /^proxy: a body of 4 MB is answered 413/,
  ],
  'knows GET and POST only': [
    async ({ method = '' }, pass) => (['GET', 'POST'].includes(method) ? pass() : REFUSED),
    /^proxy: it lets no PUT, PATCH, DELETE through/,
  ],
  'removes the content policy': [
    withHeaders((headers) => without(headers, 'content-security-policy')),
    /^proxy: 0 content policies/,
  ],
  'is another site': [
    async () => ({ status: 200, headers: {}, body: Buffer.from('<h1>It works!</h1>') }),
    /^origin: what answers at .* is not Sunloop/,
  ],
  'answers pages with a page of its own': [
    async ({ url }, pass) =>
      url === '/'
        ? { status: 200, headers: {}, body: Buffer.from('<h1>Welcome to nginx!') }
        : pass(),
    /^app: .* answers 200 with a page that is not the app's/,
  ],
};

const linesOf = async (origin: URL) => {
  const found = await checkVisit(origin, server.database.orm.em.fork());
  return found.map(({ level, check, say }) => ({ level, line: `${check}: ${say}` }));
};
const badOf = async (origin: URL) =>
  (await linesOf(origin)).filter(({ level }) => level === 'bad').map(({ line }) => line);

test('a proxy that passes everything on is well', async () => {
  const origin = await putBefore(server.url, (_asked, pass) => pass());
  const bad = await badOf(origin);
  // It is not counted in TRUST_PROXY.
  expect(bad.filter((line) => !line.startsWith('address: '))).toEqual([]);
});

test.for(Object.entries(PROXIES))('a proxy that %s is named', async ([, [proxy, line]]) => {
  expect(await badOf(await putBefore(server.url, proxy))).toContainEqual(
    expect.stringMatching(line),
  );
});

test('a server without an app is named', async () => {
  const bare = await startTestServer({ database: server.database });
  onTestFinished(() => bare.close());
  expect(await badOf(new URL(bare.url))).toContainEqual(
    expect.stringMatching(/^app: the server has no app: npm run build/),
  );
});
