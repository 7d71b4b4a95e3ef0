import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';

const SCRIPT = 'console.log("sun")';

let webRoot: string;
let server: TestServer;
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'sunloop-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  const files = {
    'index.html': '<title>Sunloop</title>',
    'auth.html': '<title>Sunloop</title>',
    'refer.html': '<title>Sunloop</title>',
    'sw.js': SCRIPT,
    'app.webmanifest': '{}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(webRoot, name), text);
  const asset = path.join(webRoot, 'assets/index-abc123.js');
  await writeFile(asset, SCRIPT);
  await writeFile(`${asset}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${asset}.gz`, gzipSync(SCRIPT));
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
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^text\/javascript/);
  });

  test.each(['/', '/index.html', '/sw.js', '/app.webmanifest'])(
    '%s is revalidated each time',
    async (target) => {
      const { status, headers } = await get(target);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-cache');
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

test('every response carries the security headers', async () => {
  for (const target of ['/', '/api/user', '/healthz', '/nowhere']) {
    const { headers } = await get(target);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  }
});
