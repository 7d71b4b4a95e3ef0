import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * Lets the service worker import its own parts as they are. Vite's helper for that reads `import.meta`, at
 * which a classic worker does not even start, and a document, which no worker has; all parts are in one
 * file here. A worker that could not start fails the build.
 */
export function bareImports(): Plugin {
  return {
    name: 'sunloop:bare-imports',
    enforce: 'pre',
    load: {
      filter: { id: HELPER },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && /\bimport\.meta\b/.test(file.code)) {
          this.error(`${file.fileName} holds import.meta: a service worker cannot start with it.`);
        }
      }
    },
  };
}
