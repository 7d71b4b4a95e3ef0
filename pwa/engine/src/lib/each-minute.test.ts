import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachMinute } from './each-minute.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 23, 58, 30) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('whoever listens is told as each minute begins, and not after they have stopped', () => {
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stop = [eachMinute(one), eachMinute(other)];
  vi.advanceTimersByTime(MINUTE_MS / 2 - 1);
  expect(one).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  stop[0]?.();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(new Date().getHours()).toBe(0);
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
  stop[1]?.();
  expect(vi.getTimerCount()).toBe(0);
});

test('one function that listens twice is told twice, and stops once', () => {
  const told = vi.fn<() => void>();
  const stop = eachMinute(told);
  const stopOther = eachMinute(told);
  stop();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(told).toHaveBeenCalledOnce();
  stopOther();
});

test('a device that slept over midnight is told when it wakes', () => {
  const told = vi.fn<() => void>();
  const stop = eachMinute(told);
  vi.setSystemTime(new Date(2026, 10, 30, 7));
  vi.advanceTimersToNextTimer();
  expect(told).toHaveBeenCalledOnce();
  expect(new Date().getDate()).toBe(30);
  stop();
});
