import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compression } from './compression.ts';

const ROWS = 1_000;
const text = JSON.stringify(
  Array.from({ length: ROWS }, (_, number) => ({
    id: randomUUID(),
    name: `Person ${number}`,
    email: `${randomUUID().slice(0, 8)}@x.example`,
    date: new Date(number * 7_919_000).toISOString(),
    status: 'submitted',
  })),
);

let url: string;
let close: () => void;
beforeAll(async () => {
  const app = new Koa();
  app.use(compression());
  app.use((ctx) => {
    ctx.type = 'json';
    ctx.body = text;
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  close = () => server.close();
});
afterAll(() => close());

/** The response as it was sent, not inflated. */
async function receive(encoding: string): Promise<{ encoding: string | null; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      const taken = response.headers['content-encoding'] ?? null;
      buffer(response).then((bytes) => resolve({ encoding: taken, bytes }), reject);
    });
    call.on('error', reject).end();
  });
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstd = promisify(zlib.zstdCompress);
const quality = (level: number) => ({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level } });
const level = (value: number) => ({ params: { [zlib.constants.ZSTD_c_compressionLevel]: value } });

// The level can be told from the size; its CPU time is noted beside the levels.
test.each([
  ['br', () => brotli(text, quality(4)), () => brotli(text)],
  ['gzip', () => gzip(text, { level: 4 }), () => gzip(text, { level: 9 })],
  ['zstd', () => zstd(text, level(1)), () => zstd(text, level(19))],
])(
  'a response in %s is compressed at the quick level, not at the best',
  async (name, quick, best) => {
    const { encoding, bytes } = await receive(name);
    expect(encoding).toBe(name);
    const [quickBytes, bestBytes] = await Promise.all([quick(), best()]);
    expect(Math.abs(bytes.length - quickBytes.length)).toBeLessThan(quickBytes.length / 100);
    expect(bytes.length - bestBytes.length).toBeGreaterThan(quickBytes.length / 100);
  },
);

test('a caller that accepts everything gets the cheapest encoding', async () => {
  expect((await receive('gzip, deflate, br, zstd')).encoding).toBe('zstd');
  expect((await receive('gzip, deflate, br')).encoding).toBe('br');
  expect((await receive('identity')).encoding).toBe(null);
});
