import { readFile } from 'node:fs/promises';
import { customerChunks, type ChunkManifest } from './chunk-graph.ts';
import { ENTRY } from './first-views.ts';

const CODE = /\.(?:js|css)$/;
/** The guard in front of the desk, which customers do load. */
const GUARD = 'src/desk/pages/admin-page.tsx';
/** Read by the service worker (src/sw/desk-files.ts). */
const MARK = '#desk';

/**
 * Marks the files only an admin's desk uses, so that the service worker stores them where the desk was opened instead
 * of on every customer's phone.
 */
export function deskApart(manifestFile: string) {
  return async <Entry extends { url: string }>(entries: readonly Entry[]) => {
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as ChunkManifest;
    const chunks = [...customerChunks(manifest, ENTRY)];
    const guard = manifest[GUARD];
    const customers = filesOf(guard ? [...chunks, guard] : chunks);
    const all = filesOf(Object.values(manifest));
    const isDesk = (url: string) => CODE.test(url) && all.has(url) && !customers.has(url);
    const marked = entries.map((entry) =>
      isDesk(entry.url) ? { ...entry, url: `${entry.url}${MARK}` } : entry,
    );
    return { manifest: marked, warnings: [] };
  };
}

function filesOf(chunks: readonly { file: string; css?: string[] }[]): Set<string> {
  return new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]));
}
