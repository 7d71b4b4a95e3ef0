import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import { compression } from '../bounds/compression.ts';
import type { RequestState } from '../context.ts';
import { sendStream, TextStream } from './text-stream.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(pieces: () => AsyncIterable<string>): Promise<string> {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(compression());
  app.use((ctx) => sendStream(ctx, new TextStream('json', pieces())));
  const handle = app.callback();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PIECE = 'x'.repeat(100_000);

test.each(['identity', 'gzip'])('a stream that fails is cut off, as %s', async (encoding) => {
  const url = await serve(async function* () {
    yield PIECE;
    await Promise.resolve();
    throw new Error('the database is gone');
  });
  const headers = { 'Accept-Encoding': encoding };
  await expect(fetch(url, { headers }).then((response) => response.text())).rejects.toThrow();
});

test('pieces are made as they are taken, and no more once the caller has gone', async () => {
  let made = 0;
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const url = await serve(async function* () {
    try {
      for (; made < 1000; made += 1) {
        yield PIECE;
        await Promise.resolve();
      }
    } finally {
      resolve();
    }
  });
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await isOver;
  expect(made).toBeLessThan(1000);
});
