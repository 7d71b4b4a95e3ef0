import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { common, define } from '../vitest.config.ts';

/** The tests that `npm run proof mutate-all` runs on each mutant: those of the engine and of what it stands on. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  define,
  test: { ...common, include: ['src/**/*.test.ts'] },
});
