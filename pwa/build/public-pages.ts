import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { reachFrom, type ChunkManifest } from './chunk-graph.ts';
import { ENTRY, FIRST_VIEWS } from './first-views.ts';

/** Tags that fetch the page's own chunks along with the entry instead of after it. */
function preloadsOf(manifest: ChunkManifest, parts: readonly string[]): string {
  const known = reachFrom(manifest, [ENTRY]);
  const added = [...reachFrom(manifest, parts)].filter((chunk) => !known.has(chunk));
  const scripts = added.map(
    ({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`,
  );
  const styles = new Set(added.flatMap(({ css }) => css ?? []));
  return [
    ...scripts,
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
  ].join('\n    ');
}

/**
 * Fetches the font while the dashboard waits for the server, so that nothing moves when it arrives. The public pages paint
 * at once, and their code comes first.
 */
function fontOf(manifest: ChunkManifest, page: string): string {
  if (page !== ENTRY) return '';
  const [font] = (manifest[ENTRY]?.assets ?? []).filter((file) => file.endsWith('.woff2'));
  if (font === undefined) throw new Error('The entry has no font of its own');
  return `  <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />\n  `;
}

/**
 * Writes `auth.html` and `refer.html` from index.html, and makes each of the three request what its page needs at once.
 * Must come before the plugin that lists files for the worker, which takes index.html as it is then.
 */
export function publicPages(): Plugin {
  let outDir = '';
  return {
    name: 'sunloop:public-pages',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const index = await readFile(join(outDir, ENTRY), 'utf8');
        const text = await readFile(join(outDir, '.vite/manifest.json'), 'utf8');
        const manifest = JSON.parse(text) as ChunkManifest;
        for (const [file, parts] of Object.entries(FIRST_VIEWS)) {
          const tags = `  ${preloadsOf(manifest, parts)}\n  ${fontOf(manifest, file)}`;
          const html = index.replace('</head>', `${tags}</head>`);
          await writeFile(join(outDir, file), html);
        }
      },
    },
  };
}
