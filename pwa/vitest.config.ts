import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readShapes } from './build/read-shapes.ts';

/** Component tests ask for a page with `// @vitest-environment jsdom` in their first line. */
const windowVirtualizer = new URL('src/test/page/window-virtualizer.tsx', import.meta.url);

export default defineConfig({
  define: readShapes(),
  test: {
    name: 'pwa',
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    alias: [{ find: /^virtua$/, replacement: fileURLToPath(windowVirtualizer) }],
    // What takes a second on an idle machine may take ten on a busy one, which is not a failure.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
