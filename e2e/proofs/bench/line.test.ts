import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOW_DELAY_MS } from '../faults/fault-kinds.ts';
import { openBenchLine, type BenchLine } from './line.ts';

const ANSWER = 'x'.repeat(5000);
let server: Server;
let line: BenchLine;
beforeAll(async () => {
  server = createServer((_, response) => response.end(ANSWER));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line = await openBenchLine((server.address() as AddressInfo).port);
});
afterAll(async () => {
  await line.close();
  server.close();
});

const read = async () => (await fetch(line.origin, { method: 'POST', body: ANSWER })).text();

test('a line counts the bytes of both directions, headers included, from the last reset', async () => {
  await read();
  line.reset();
  expect(await read()).toBe(ANSWER);
  expect(line.moved.sent).toBeGreaterThan(ANSWER.length);
  expect(line.moved.received).toBeGreaterThan(ANSWER.length);
  expect(line.moved.sent + line.moved.received).toBeLessThan(3 * ANSWER.length);
});

test('nothing gets through a closed line until it is open again, and a slow line delays', async () => {
  line.shut();
  await expect(read()).rejects.toThrow('fetch failed');
  line.open('slow');
  const startedAt = performance.now();
  expect(await read()).toBe(ANSWER);
  // Timers may run a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(SLOW_DELAY_MS - 2);
});
