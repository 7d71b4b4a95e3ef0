import { rm } from 'node:fs/promises';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { hash } from 'node:crypto';
import { request } from 'node:http';
import { SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { makeWebRoot } from '../../test/web-root.ts';

const PAGES = ['index.html', 'auth.html', 'refer.html'];
const SCRIPT = 'console.log("sun")';

let webRoot: string;
let server: TestServer;
beforeAll(async () => {
  webRoot = await makeWebRoot({
    ...Object.fromEntries(PAGES.map((page) => [page, '<title>Sunloop</title>'])),
    'landing-views.json': JSON.stringify({ unknown: { form: '' } }),
    'sw.js': SCRIPT,
    'app.webmanifest': '{}',
    'assets/index-abc123.js': SCRIPT,
    'assets/index-abc123.js.br': brotliCompressSync(SCRIPT),
    'assets/index-abc123.js.gz': gzipSync(SCRIPT),
  });
  server = await startTestServer({ webRoot });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

interface Raw {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Like `fetch`, but neither inflates the body nor normalizes the path. */
function get(target: string, headers: Record<string, string> = {}): Promise<Raw> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status, headers: answered } = response;
        resolve({ status, headers: answered, body: Buffer.concat(chunks) });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

describe('files of the built app', () => {
  test('hashed ones may be cached forever', async () => {
    const { status, headers } = await get('/assets/index-abc123.js');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform');
    expect(headers['content-type']).toMatch(/^text\/javascript/);
  });

  test.each(['/', '/index.html', '/sw.js', '/app.webmanifest'])(
    '%s is revalidated each time',
    async (target) => {
      const { status, headers } = await get(target);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-cache, no-transform');
    },
  );

  test('come in the best encoding the caller accepts', async () => {
    const brotli = await get('/assets/index-abc123.js', { 'Accept-Encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/index-abc123.js', { 'Accept-Encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gzip.headers['content-type']).toMatch(/^text\/javascript/);
    expect((await get('/assets/index-abc123.js')).headers['content-encoding']).toBeUndefined();
  });

  test('are not sent again to whoever has them', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'If-None-Match': String(headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each([
    '/',
    '/referrals',
    '/rewards',
    '/profile',
    '/admin',
    '/auth',
    '/refer/ABCD1234',
    '/auth/',
  ])('the page %s is the app', async (target) => {
    const { status, body } = await get(target);
    expect([status, body.toString()]).toEqual([200, '<title>Sunloop</title>']);
  });

  test('an unknown page is the app with 404', async () => {
    const { status, body } = await get('/nowhere');
    expect([status, body.toString()]).toEqual([404, '<title>Sunloop</title>']);
  });

  test.each([
    '/assets/gone-000000.js',
    '/../package.json',
    '/%2e%2e/package.json',
    '/a%00b.js',
    '/%E0%A4%A.js',
  ])('the missing file %s is 404 without a page', async (target) => {
    const { status, body } = await get(target);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('Sunloop');
  });
});

test('what stands within the pages is allowed by its hash', async () => {
  const within = { style: 'body{margin:0}', script: 'document.title' };
  const page = `<script>${within.script}</script><style>${within.style}</style>`;
  const folder = await makeWebRoot({ 'auth.html': page });
  const built = await startTestServer({ webRoot: folder, database: server.database });
  const policy = (await fetch(built.url)).headers.get('Content-Security-Policy');
  await built.close();
  await rm(folder, { recursive: true });
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  expect(policy).toContain(`script-src 'self' ${source(within.script)};`);
  expect(policy).toContain(source(within.style));
});

test('the start page of somebody who is not signed in is the sign-in page', async () => {
  const folder = await makeWebRoot({ 'auth.html': 'sign in', 'index.html': 'the app' });
  const built = await startTestServer({ webRoot: folder, database: server.database });
  const read = async (target: string, Cookie = '') =>
    (await fetch(built.url + target, { headers: { Cookie } })).text();
  expect([
    await read('/'),
    await read('/', `${SIGNED_IN_COOKIE}=1`),
    await read('/rewards'),
  ]).toEqual(['sign in', 'the app', 'the app']);
  await built.close();
  await rm(folder, { recursive: true });
});

test('every response carries the security headers', async () => {
  for (const target of ['/', '/api/user', '/healthz', '/nowhere']) {
    const { headers } = await get(target);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types sunloop(;|$)/);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringMatching(/^([a-z-]+=\(\), )+[a-z-]+=\(\)$/),
    });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  }
});

describe('what the system shares where no worker takes it', () => {
  const share = (init: RequestInit) =>
    fetch(`${server.url}/share-target`, { redirect: 'manual', ...init });

  test.each([
    ['a file', new File(['Name,Email\n'], 'friends.csv', { type: 'text/csv' })],
    [
      'a file that is larger than anything the server takes',
      new File(['a'.repeat(30_000_000)], 'all.csv'),
    ],
    ['a text', 'Ann Lee, ann@example.com'],
    ['nothing', ''],
  ])('leads to the app, which says that it did not arrive: %s', async (_, shared) => {
    const body = new FormData();
    body.set(typeof shared === 'string' ? 'text' : 'csv', shared);
    const answer = await share({ method: 'POST', body });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/referrals?upload=shared',
    ]);
    const page = await fetch(new URL('/referrals?upload=shared', server.url));
    expect([page.status, await page.text()]).toEqual([200, '<title>Sunloop</title>']);
  });

  test('leads there also when its address is only opened', async () => {
    expect((await share({})).headers.get('Location')).toBe('/referrals?upload=shared');
    expect((await share({ method: 'HEAD' })).status).toBe(303);
  });
});
