import { vi } from 'vitest';
import { hashCost } from './hash-cost.ts';

// A test run hashes thousands of passwords, and 20 ms for each would be a good part of its work.
vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const original = await importOriginal();
  const hash: typeof original.hash = (password, options, signal) =>
    original.hash(password, { ...options, ...hashCost() }, signal);
  return { ...original, hash };
});
