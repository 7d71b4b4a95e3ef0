import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'house',
    include: ['{house,run,proofs}/**/*.test.ts'],
    // What takes a moment on an idle machine may take seconds on a busy one without being a fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
  },
});
