import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { BUILD_TARGETS } from './build/browsers.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { clearWithoutHtml } from './build/clear-without-html.ts';
import { compress } from './build/compress.ts';
import { deskApart } from './build/desk-apart.ts';
import { englishOnly } from './build/english-only.ts';
import { licenseList } from './build/licenses.ts';
import { modernBuilds } from './build/modern-builds.ts';
import { putBuildInPlace } from './build/put-in-place.ts';
import { publicPages } from './build/public-pages.ts';
import { readShapes } from './engine/build/read-shapes.ts';
import { themeScript } from './build/theme-script.ts';
import { webManifest } from './build/web-manifest.ts';

/** What the server serves. A build is made beside it, and put in its place when it is finished. */
const SERVED = fileURLToPath(new URL('./dist', import.meta.url));
const OUT_DIR = 'dist-new';
const chunkManifest = fileURLToPath(new URL(`./${OUT_DIR}/.vite/manifest.json`, import.meta.url));
const themeSource = fileURLToPath(new URL('./src/theme.ts', import.meta.url));
/**
 * What every page needs, as one file: it compresses better than the pieces the bundler would make, and keeps its name
 * when only our own code changes.
 */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack\/(react-router|router-core|history|react-store|store))\//;
/** A visitor who asks for a quote needs the database, but nothing else of a signed-in start. */
const DEXIE = /node_modules\/dexie\//;
/** Loaded before anything is loaded on demand; a list of what that needs would name these each time. */
const ALWAYS_THERE = /\/(rolldown-runtime|framework|base)-[^/]*\.js$/;
const ADMINS = /send-acts|\/desk-/;
const SCRIPT = /\.js$/;
/** A precached file over this is a mistake and fails the build. */
const PRECACHE_MAX_BYTES = 450_000;
const licenses = licenseList();

export default defineConfig({
  plugins: [
    react(),
    englishOnly(),
    clearWithoutHtml(),
    themeScript(themeSource),
    publicPages(),
    licenses.collect(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest,
      // Only an installation needs them, and that needs a connection anyway.
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: { vite: [licenses.collect()] },
        // One classic script: in a module, lazy loading would include a page's preload code, which reads `import.meta`,
        // and with that a classic worker does not even start.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        globIgnores: [
          'screenshots/**',
          'icons/**',
          'link-preview.png',
          '{auth,refer}.html',
          'sw.js',
        ],
        maximumFileSizeToCacheInBytes: PRECACHE_MAX_BYTES,
        manifestTransforms: [deskApart(chunkManifest)],
      },
    }),
    licenses.write(),
    compress(),
    putBuildInPlace(SERVED),
  ],
  worker: { plugins: () => [licenses.collect()] },
  define: readShapes(),
  resolve: { alias: modernBuilds },
  build: {
    outDir: OUT_DIR,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: {
      // All the browsers above support it natively.
      polyfill: false,
      // Of what only admins load, no scripts: naming them would make every customer pay.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => !(ADMINS.test(file) ? SCRIPT : ALWAYS_THERE).test(name)),
    },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK },
            { name: 'dexie', test: DEXIE },
            // Modules these import have places of their own; included here, the desk's schemas would go to everybody.
            { name: chunkGroups(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` },
  },
});
