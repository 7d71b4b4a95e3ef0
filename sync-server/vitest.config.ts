import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sync-server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // A first start of PostgreSQL takes seconds on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
