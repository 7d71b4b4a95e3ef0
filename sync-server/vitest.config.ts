import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sync-server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['src/test/cheap-hashes.ts'],
    // Files share their worker's modules, for the server keeps no state of its own; and mostly wait for
    // PostgreSQL, so three keep two cores busy. 165 s for all with the defaults, 57 s so.
    isolate: false,
    maxWorkers: 3,
    // What takes seconds on an idle machine takes a minute on a busy one, and is no fault then.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
