import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readShapes } from './build/read-shapes.ts';

/** What is tested by its face: in `vitest.components.config.ts`. */
export const COMPONENTS = 'src/{features,routes,ui}/**/*.test.{ts,tsx}';

/** Component tests ask for a page with `// @vitest-environment jsdom` in their first line. */
const virtua = new URL('src/test/page/virtua.tsx', import.meta.url);

export const define = readShapes();
export const common = {
  setupFiles: ['src/test/setup.ts'],
  alias: [{ find: /^virtua$/, replacement: fileURLToPath(virtua) }],
  // What takes a second on an idle machine may take ten on a busy one, which is not a failure.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  define,
  test: {
    ...common,
    name: 'pwa',
    include: ['{build,proof,src}/**/*.test.{ts,tsx}'],
    exclude: [COMPONENTS],
  },
});
