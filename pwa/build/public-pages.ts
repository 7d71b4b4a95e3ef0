import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { reachFrom, type ChunkManifest } from './chunk-graph.ts';
import { drawFirstViews, type FirstViews } from './first-view-html.ts';
import { ENTRY, FIRST_VIEWS } from './first-views.ts';

/** Tags that fetch the page's own chunks along with the entry instead of after it. */
function preloadsOf(manifest: ChunkManifest, parts: readonly string[]): string {
  const known = reachFrom(manifest, [ENTRY]);
  const added = [...reachFrom(manifest, parts)].filter((chunk) => !known.has(chunk));
  return added
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    .join('\n    ');
}

/** Named by the worker, too (src/sw.ts). */
const OFFLINE_REQUEST = 'request-offline.html';

const PAGES = Object.keys(FIRST_VIEWS) as (keyof typeof FIRST_VIEWS)[];
const STYLESHEETS = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * The page's styles within the page, so that it can be painted once it has arrived. Their disabled tags tell the code
 * that loads chunks that they are there.
 */
async function stylesOf(manifest: ChunkManifest, parts: readonly string[], outDir: string) {
  const chunks = [...reachFrom(manifest, [ENTRY, ...parts])];
  const files = [...new Set(chunks.flatMap(({ css }) => css ?? []))];
  const texts = await Promise.all(files.map((file) => readFile(join(outDir, file), 'utf8')));
  const tags = files.map((file) => `<link rel="stylesheet" disabled href="/${file}" />`);
  return [`<style>${texts.join('')}</style>`, ...tags].join('\n    ');
}

/** Places in index.html. */
const FIRST_VIEW = '<!-- first view -->';
const NEEDS_SCRIPT = /\s*<noscript>.*<\/noscript>/;

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

/** The server fills in that of the page behind a referral link, which works without script. */
function withFirstView(html: string, page: keyof typeof FIRST_VIEWS, views: FirstViews): string {
  switch (page) {
    case 'refer.html':
      return html.replace(NEEDS_SCRIPT, '');
    case 'auth.html':
      return html.replace(FIRST_VIEW, () => views.auth);
    case 'index.html':
      return html.replace(FIRST_VIEW, () => views.shell);
  }
}

/** What fetches the app. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
const TITLE = /<title>.*<\/title>/;

/** The page without script that the worker shows for a request it has not kept; its styles are files the worker has. */
function offlineRequest(index: string, manifest: ChunkManifest, views: FirstViews): string {
  const chunks = [...reachFrom(manifest, [ENTRY, ...FIRST_VIEWS['refer.html']])];
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []));
  const links = [...styles].map((file) => `<link rel="stylesheet" href="/${file}" />`);
  return index
    .replace(STYLESHEETS, '')
    .replaceAll(APP, '')
    .replace(NEEDS_SCRIPT, '')
    .replace(TITLE, '<title>Your request · Sunloop</title>')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(FIRST_VIEW, () => views.requests['offline'] ?? '');
}

/**
 * Writes `auth.html` and `refer.html` from index.html, and makes each of the three request what its page needs at once and
 * show something before that has arrived.
 * Must come before the plugin that lists files for the worker, which takes index.html as it is then.
 */
export function publicPages(): Plugin {
  let outDir = '';
  let root = '';
  return {
    name: 'sunloop:public-pages',
    apply: 'build',
    configResolved({ root: projectRoot, build }) {
      root = projectRoot;
      outDir = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const index = await readFile(join(outDir, ENTRY), 'utf8');
        const text = await readFile(join(outDir, '.vite/manifest.json'), 'utf8');
        const manifest = JSON.parse(text) as ChunkManifest;
        const views = await drawFirstViews(root);
        for (const file of PAGES) {
          const parts = FIRST_VIEWS[file];
          const styles = await stylesOf(manifest, parts, outDir);
          const tags = `  ${preloadsOf(manifest, parts)}\n  ${fontOf(manifest, file)}`;
          const html = index
            .replace(STYLESHEETS, '')
            .replace('</head>', () => `  ${styles}\n  ${tags}</head>`);
          await writeFile(join(outDir, file), withFirstView(html, file, views));
        }
        await writeFile(join(outDir, OFFLINE_REQUEST), offlineRequest(index, manifest, views));
        await writeFile(join(outDir, 'landing-views.json'), JSON.stringify(views.landing));
        await writeFile(join(outDir, 'request-views.json'), JSON.stringify(views.requests));
        await writeFile(join(outDir, 'text-view.json'), JSON.stringify(views.text));
      },
    },
  };
}
