import type { Plugin } from 'vite';

const ANNOUNCER = /\/react-aria\/dist\/private\/live-announcer\/LiveAnnouncer\.mjs$/;
const CLEARING = ".innerHTML = ''";

/**
 * React Aria empties what it announced by an assignment of HTML, which Trusted Types refuse even where it is empty, so a
 * second key in a date would be an error. A version that does it in another way stops the build, and this can go.
 */
export function clearWithoutHtml(): Plugin {
  return {
    name: 'sunloop:clear-without-html',
    transform: {
      filter: { id: ANNOUNCER },
      handler(code) {
        if (!code.includes(CLEARING)) this.error('React Aria no longer needs clearWithoutHtml');
        return { code: code.replaceAll(CLEARING, '.replaceChildren()'), map: null };
      },
    },
  };
}
