import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // What a test that passes prints, such as the errors it provokes, would hide what one that fails does.
    silent: 'passed-only',
    projects: ['shared-types', 'sync-server', 'pwa', 'pwa/vitest.components.config.ts', 'e2e'],
  },
});
