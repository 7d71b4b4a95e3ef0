import { readFile } from 'node:fs/promises';
import { minify, transformWithOxc, type Plugin } from 'vite';

/** Writes `src/theme.ts` into the page, because a file of its own would hold up the first paint. */
export function themeScript(source: string): Plugin {
  return {
    name: 'sunloop:theme-script',
    async transformIndexHtml(html) {
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
      const script = (await minify('theme.js', code)).code.trim();
      return html.replace('<!-- theme -->', () => `<script>${script}</script>`);
    },
  };
}
