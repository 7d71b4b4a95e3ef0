import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What comes in a moment comes later on a busy machine, and is no fault then. */
const WAITED_FOR_MS = 20_000;
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: WAITED_FOR_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });

// A console error is a failure nobody looked at (STYLE, principle 13).
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(errors).toEqual([]);
});
