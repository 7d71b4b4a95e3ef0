import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['shared-types', 'sync-server', 'pwa', 'e2e'] },
});
