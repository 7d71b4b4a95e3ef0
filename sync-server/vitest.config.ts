import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sync-server',
    include: ['{src,operate}/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['src/test/cheap-hashes.ts'],
    // Test files share their worker's modules, because the server keeps no state; and they mostly wait for
    // PostgreSQL, so three workers keep two cores busy. All take 46 s this way.
    isolate: false,
    maxWorkers: 3,
    // What takes seconds on an idle machine may take a minute on a busy one without being a fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
