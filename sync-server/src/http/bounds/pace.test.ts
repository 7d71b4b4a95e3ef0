import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BOUNDS = { bodyMs: 30_000, paceMs: 10_000 };

/** A body that brings so many bytes a second; resolves with when it was given up, in seconds, or nothing. */
async function watch(bytesASecond: number, seconds: number): Promise<number | undefined> {
  const socket = { bytesRead: 1000 };
  const pace = new Pace(socket, BOUNDS);
  let lostAt: number | undefined;
  const startedAt = performance.now();
  pace.lost.catch(() => (lostAt = Math.round((performance.now() - startedAt) / 1000)));
  for (let second = 0; second < seconds; second += 1) {
    socket.bytesRead += bytesASecond;
    await vi.advanceTimersByTimeAsync(1000);
  }
  pace.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  return lostAt;
}

test('a body that keeps the least pace has all of its time', async () => {
  expect(await watch(1000, 29)).toBeUndefined();
  expect(await watch(1000, 40)).toBe(30);
});

test('one that is slower is given up after one span', async () => {
  expect(await watch(900, 29)).toBe(10);
});
