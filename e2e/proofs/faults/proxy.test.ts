import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openFaultProxy, type FaultProxy } from './proxy.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A server that records what it saw and answers with its name and what it was sent. */
async function openServer(name = 'one') {
  const seen: string[] = [];
  const server = createServer((incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    incoming.pipe(answer.setHeader('X-Name', name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  closers.push(close);
  return { seen, close, port: (server.address() as AddressInfo).port };
}

async function openProxy(...ports: number[]): Promise<FaultProxy> {
  const proxy = await openFaultProxy(...ports);
  closers.push(() => proxy.close());
  return proxy;
}

const TEXT = 'what was sent '.repeat(100);
const post = (proxy: FaultProxy, path = '/api/a') =>
  fetch(proxy.origin + path, { method: 'POST', body: TEXT });

test('without a fault a request and its answer pass unchanged', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  expect(await (await post(proxy)).text()).toBe(TEXT);
  expect(proxy.passages).toMatchObject([{ name: 'POST /api/a', status: 200 }]);
  await expect.poll(() => proxy.passages[0]?.deliveredAt).toBeGreaterThan(0);
});

test('a drop before the server leaves no trace there, one after it does', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  const before = proxy.plant({ fault: 'drop-before' });
  await expect(post(proxy)).rejects.toThrow();
  await before.met;
  expect(server.seen).toEqual([]);
  before.lift();
  const after = proxy.plant({ fault: 'drop-after' });
  await expect(post(proxy)).rejects.toThrow();
  await after.met;
  expect(server.seen).toEqual(['POST /api/a']);
});

test('a cut answer has its headers and part of its body', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  proxy.plant({ fault: 'cut' });
  const response = await post(proxy);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('only the named requests meet a fault, starting with the given one and as often as given', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  proxy.plant({ fault: 'foreign-502', only: /^POST \/api\/b/, from: 2, times: 1 });
  const statuses = [];
  for (const path of ['/api/b', '/api/a', '/api/b', '/api/b']) {
    statuses.push((await post(proxy, path)).status);
  }
  expect(statuses).toEqual([200, 200, 502, 200]);
  expect(server.seen).toHaveLength(3);
});

test('a request that hangs goes on hanging when the fault is lifted', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  const { met, lift } = proxy.plant({ fault: 'hang' });
  const giveUp = new AbortController();
  const hanging = fetch(proxy.origin, { signal: giveUp.signal });
  await met;
  lift();
  expect((await post(proxy)).status).toBe(200);
  expect(server.seen).toEqual(['POST /api/a']);
  giveUp.abort();
  await expect(hanging).rejects.toThrow();
});

test('a slow line takes the time its bytes need', async () => {
  const server = await openServer();
  const proxy = await openProxy(server.port);
  proxy.plant({ fault: 'slow' });
  const startedAt = performance.now();
  const body = 'x'.repeat(20_000);
  const response = await fetch(proxy.origin, { method: 'POST', body });
  expect(await response.text()).toBe(body);
  // 400 ms, and 20 kB each way at 50 kB/s.
  expect(performance.now() - startedAt).toBeGreaterThan(1150);
});

test('several servers take turns, and one that is gone is skipped', async () => {
  const [one, two] = [await openServer('one'), await openServer('two')];
  const proxy = await openProxy(one.port, two.port);
  const names = async () => {
    const answers = [await post(proxy), await post(proxy)];
    return answers.map(({ headers }) => headers.get('X-Name')).toSorted();
  };
  expect(await names()).toEqual(['one', 'two']);
  await one.close();
  expect(await names()).toEqual(['two', 'two']);
});
