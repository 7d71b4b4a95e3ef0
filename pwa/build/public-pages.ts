import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { reachFrom, type ChunkManifest } from './chunk-graph.ts';

/** Pages a cold phone may open first, by the file that is written for them. */
const PAGES: Readonly<Record<string, string>> = {
  'auth.html': 'src/routes/auth-page.tsx',
  'refer.html': 'src/routes/refer-page.tsx',
};
const ENTRY = 'index.html';

/** Tags that have the page's own chunks fetched beside the entry instead of after it. */
function preloadsOf(manifest: ChunkManifest, page: string): string {
  const known = reachFrom(manifest, [ENTRY]);
  const added = [...reachFrom(manifest, [page])].filter((chunk) => !known.has(chunk));
  const scripts = added.map(
    ({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`,
  );
  const styles = new Set(added.flatMap(({ css }) => css ?? []));
  return [
    ...scripts,
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
  ].join('\n    ');
}

/** Writes `auth.html` and `refer.html`: index.html that asks for what its page needs at once. */
export function publicPages(): Plugin {
  let outDir = '';
  return {
    name: 'sunloop:public-pages',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const index = await readFile(join(outDir, ENTRY), 'utf8');
        const text = await readFile(join(outDir, '.vite/manifest.json'), 'utf8');
        const manifest = JSON.parse(text) as ChunkManifest;
        for (const [file, page] of Object.entries(PAGES)) {
          const html = index.replace('</head>', `  ${preloadsOf(manifest, page)}\n  </head>`);
          await writeFile(join(outDir, file), html);
        }
      },
    },
  };
}
