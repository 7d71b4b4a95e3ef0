import { build } from 'vite';

const ENTRY = 'virtual:bench-page';

/** A module for a page, bundled into one file; `source` may import by absolute path. */
export async function buildPage(source: string): Promise<string> {
  const entry = {
    name: 'bench-page',
    resolveId: (id: string) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id: string) => (id === `\0${ENTRY}` ? source : undefined),
  };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    // The app's build names the shapes of what it keeps; the bench keeps nothing from build to build.
    define: { 'process.env.NODE_ENV': '"production"', __READ_SHAPE__: '"bench"' },
    // The app's own build of Dexie, for all contestants.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { codeSplitting: false } },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page was not built');
  return chunk.code;
}
