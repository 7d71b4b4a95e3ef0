import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queueOf = (bounds = {}) =>
  new KeyedQueue({ atOnce: 1, queue: 2, waitMs: 2000, ...bounds }, (why) => new Error(why));

test('places are given in order, and who finds the queue full is refused at once', async () => {
  const queue = queueOf();
  const order: string[] = [];
  const leave = await queue.enter('one');
  const waiting = ['first', 'second'].map((name) => queue.run('one', async () => order.push(name)));
  await expect(queue.enter('one')).rejects.toThrow('full');
  expect(queue.countWaiting('one')).toBe(2);
  (await queue.enter('other'))();
  leave();
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'second']);
  expect(queue.countWaiting('one')).toBe(0);
});

test('who waited too long is refused and takes no place', async () => {
  const queue = queueOf();
  const leave = await queue.enter('');
  const late = expect(queue.enter('')).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(1999);
  const patient = queue.enter('');
  await vi.advanceTimersByTimeAsync(1);
  await late;
  expect(queue.countWaiting('')).toBe(1);
  leave();
  (await patient)();
});

test('with 0 one may wait for ever', async () => {
  const queue = queueOf({ waitMs: 0 });
  const leave = await queue.enter('');
  const patient = queue.enter('');
  await vi.advanceTimersByTimeAsync(3_600_000);
  leave();
  (await patient)();
});
