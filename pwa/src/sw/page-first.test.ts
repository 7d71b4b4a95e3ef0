import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPage } from './page-first.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The worker's `clients`, with a page in each of these states. */
const withPages = (...states: string[]) => ({
  matchAll: () => Promise.resolve(states.map((visibilityState) => ({ visibilityState }))),
});

test.each([
  ['no page is open', []],
  ['the only page is hidden and may be frozen', ['hidden']],
])('the worker sends at once if %s', async (_, states) => {
  const send = vi.fn(() => Promise.resolve());
  void afterPage(withPages(...states), send);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledOnce();
});

test('the worker lets a visible page send first, and looks afterwards in any case', async () => {
  const send = vi.fn(() => Promise.reject(new Error('still waits')));
  const done = expect(afterPage(withPages('hidden', 'visible'), send)).rejects.toThrow('still');
  await vi.advanceTimersByTimeAsync(4999);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(send).toHaveBeenCalledOnce();
});
