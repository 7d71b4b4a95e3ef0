import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['shared-types', 'sync-server', 'pwa', 'pwa/vitest.components.config.ts', 'e2e'],
  },
});
