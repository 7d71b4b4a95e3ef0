import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wakeTimer } from './wake-timer.ts';

const HOUR = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A timer by a clock that somebody may set. */
function aTimer() {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const ring = vi.fn();
  const jump = (ms: number) => {
    aheadMs += ms;
  };
  return { timer: wakeTimer(now, ring), ring, now, jump };
}

test('it wakes when it is due, and not twice within a second (rule 8)', () => {
  const { timer, ring, now } = aTimer();
  timer.set(now() + 5000);
  vi.advanceTimersByTime(4999);
  expect(ring).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
  timer.set(0);
  vi.advanceTimersByTime(999);
  expect(ring).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(2);
});

test('what is due more than a second after the last time wakes it at once (rule 8)', () => {
  const { timer, ring } = aTimer();
  timer.set(0);
  vi.advanceTimersByTime(0);
  vi.advanceTimersByTime(5000);
  timer.set(0);
  vi.advanceTimersByTime(0);
  expect(ring).toHaveBeenCalledTimes(2);
});

test('after the clock was put back, it does not wait until its old time comes again (rule 33)', () => {
  const { timer, ring, jump } = aTimer();
  timer.set(0);
  vi.advanceTimersByTime(0);
  jump(-HOUR);
  timer.set(0);
  vi.advanceTimersByTime(1000);
  expect(ring).toHaveBeenCalledTimes(2);
});

test('switched off, it does not wake', () => {
  const { timer, ring, now } = aTimer();
  timer.set(now() + 1);
  timer.set(null);
  timer.set(now() + 1);
  timer.stop();
  vi.advanceTimersByTime(HOUR);
  expect(ring).not.toHaveBeenCalled();
});
