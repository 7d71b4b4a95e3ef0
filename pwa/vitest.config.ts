import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { common as ofEngine, define } from './engine/vitest.config.ts';

/** What is tested by its face: in `vitest.components.config.ts`. */
export const COMPONENTS =
  'src/{accounts,messages,program,referrals,visitors,ground,desk,routes,stored,ui}/**/*.test.{ts,tsx}';

/** Component tests ask for a page with `// @vitest-environment jsdom` in their first line. */
const virtua = new URL('src/test/page/virtua.tsx', import.meta.url);

export const common = {
  ...ofEngine,
  alias: [{ find: /^virtua$/, replacement: fileURLToPath(virtua) }],
};

export default defineConfig({
  define,
  test: {
    ...common,
    name: 'pwa',
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    exclude: [COMPONENTS],
  },
});
