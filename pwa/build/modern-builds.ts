import type { Alias } from 'vite';

/** Packages whose entry serves browsers older than any we build for, and what of them is taken instead. */
export const modernBuilds: Alias[] = [
  // In ES5 a tenth longer.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  // In ES5 twice as long.
  { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
  // Stands in for what React has had since 18.
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
];
