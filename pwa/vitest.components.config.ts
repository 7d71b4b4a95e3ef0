import { defineConfig } from 'vitest/config';
import { define } from './engine/vitest.config.ts';
import { common, COMPONENTS } from './vitest.config.ts';

/**
 * Component tests load React, jsdom and the app's tree in every file. Worker threads that keep what they compiled need
 * a third of the CPU (53 s to 18 s); each file still has a global scope of its own. The errors of Node and of the
 * database would come from another scope there, so everything else runs in `vitest.config.ts`.
 */
export default defineConfig({
  define,
  test: {
    ...common,
    name: 'components',
    include: [COMPONENTS],
    pool: 'vmThreads',
    // By default a machine with two cores gets one worker.
    maxWorkers: 2,
    // Another pool than the other projects', and therefore after them.
    sequence: { groupOrder: 1 },
  },
});
