import type { Alias } from 'vite';

/** Packages whose entry is for browsers older than any we build for, and what is used instead. */
export const modernBuilds: Alias[] = [
  // A tenth longer in ES5.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  // Replaces a shim for what React has had since version 18.
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
];
