import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // What a test that passes prints, such as the errors it provokes, would hide what one that fails does.
    silent: 'passed-only',
    // In a test `{ tags: 'sweep' }`, in a file `// @module-tag sweep`; the browser's are in `e2e/fixtures/tags.ts`.
    tags: [{ name: 'sweep', description: 'left to `npm test -- --sweeps` (decision 50)' }],
    projects: [
      'shared-types',
      'sync-server',
      'pwa/engine',
      'pwa',
      'pwa/vitest.components.config.ts',
      'e2e',
    ],
  },
});
