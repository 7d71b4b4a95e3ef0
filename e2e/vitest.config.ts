import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'house',
    include: ['{house,run,faults,kills,bench}/**/*.test.ts'],
    // What takes a moment on an idle machine may take seconds on a busy one without being a fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
  },
});
