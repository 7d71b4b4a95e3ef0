import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, putLoad } from './load.ts';

const seen: string[] = [];
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/broken') response.writeHead(500).end('no');
    else if (request.url === '/pieces') {
      // No length is given, so that it comes chunked.
      response.write('one ');
      setImmediate(() => response.end('whole'));
    } else response.end('short');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

test('every connection sends its own requests, each once and after the previous answer', async () => {
  const lists = [1, 2].map((at) => [get(`/${at}/first`), get('/pieces'), get(`/${at}/last`)]);
  const { perSecond, p50Ms, p99Ms } = await putLoad(port, lists);
  expect(seen.filter((path) => path.startsWith('/1/'))).toEqual(['/1/first', '/1/last']);
  expect(seen.filter((path) => path.startsWith('/2/'))).toEqual(['/2/first', '/2/last']);
  expect(perSecond).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});

test('an answer that comes in pieces is one', async () => {
  expect(await ask(port, get('/pieces'))).toContain('whole');
  expect(await ask(port, get('/short'))).toBe('short');
});

test('an answer with an error status does not count', async () => {
  await expect(putLoad(port, [[get('/broken')]])).rejects.toThrow('500');
});
