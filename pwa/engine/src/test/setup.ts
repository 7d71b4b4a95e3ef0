import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** On a busy machine things happen later, which is not a failure. */
const WAITED_FOR_MS = 20_000;
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: WAITED_FOR_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });

// A console error is an unnoticed failure (STYLE, principle 13).
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(errors).toEqual([]);
});
