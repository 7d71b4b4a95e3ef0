import { expect, test, vi } from 'vitest';
import { within } from './within.ts';

const NEVER = new Promise<string>(() => undefined);

test('an answer in time is given, a failure thrown, and no timer is left', async () => {
  vi.useFakeTimers();
  expect(await within(Promise.resolve('yes'), 1_000, 'late')).toBe('yes');
  await expect(within(Promise.reject(new Error('no')), 1_000, 'late')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('what never answers is waited for no longer than that', async () => {
  vi.useFakeTimers();
  const answer = within(NEVER, 1_000, 'late');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(await answer).toBe('late');
});
