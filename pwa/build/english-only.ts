import type { Plugin } from 'vite';

const OTHER_LOCALE =
  /\/react-aria(?:-components)?\/dist\/private\/intl\/(?:.*\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

/**
 * Keeps React Aria's own texts in English only: 33 other languages are 20 kB that nobody reads here. An undefined
 * dictionary makes React Aria fall back to en-US.
 */
export function englishOnly(): Plugin {
  return {
    name: 'sunloop:english-only',
    enforce: 'pre',
    load: {
      filter: { id: OTHER_LOCALE },
      handler: () => ({ code: 'export default undefined;', moduleSideEffects: false }),
    },
  };
}
