import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readShapes } from './build/read-shapes.ts';

export const define = readShapes();
/** What the tests of the app have in common with the engine's. */
export const common = {
  setupFiles: [fileURLToPath(new URL('src/test/setup.ts', import.meta.url))],
  // What takes a second on an idle machine may take ten on a busy one, which is not a failure.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  define,
  test: { ...common, name: 'engine', include: ['{build,proof,src}/**/*.test.ts'] },
});
