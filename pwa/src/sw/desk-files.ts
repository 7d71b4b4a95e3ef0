import { withLock } from '@sunloop/engine/background.ts';

/** The desk's code on devices where an admin opened it; customers' devices never have it. */
const DESK_CACHE = 'sunloop-desk';
/** Present once every file is stored; tests wait for it. */
const COMPLETE = '/desk-complete';
/** Half a megabyte on the slowest line that is worth waiting for. */
const PATIENCE_MS = 10 * 60_000;
/** The build's mark on such a file (build/desk-apart.ts). */
const MARK = '#desk';

type ListedFile = string | { url: string };

const urlOf = (file: ListedFile) => (typeof file === 'string' ? file : file.url);

/** The build's files in two parts: those everybody gets, and the paths of the desk's files. */
export function splitFiles<File extends ListedFile>(files: readonly File[]) {
  const isDesk = (file: File) => urlOf(file).endsWith(MARK);
  const paths = files.filter(isDesk).map((file) => `/${urlOf(file).slice(0, -MARK.length)}`);
  return { own: files.filter((file) => !isDesk(file)), desk: new Set(paths) };
}

/**
 * Stores the missing files of the desk; those that cannot be fetched are tried again the next time. One call after the
 * other: a file fetched twice at once is gone if the second fetch breaks off, because storing begins with deleting.
 */
export async function keepDesk(paths: ReadonlySet<string>): Promise<void> {
  try {
    const store = async () => {
      const cache = await caches.open(DESK_CACHE);
      const stored = await storedPaths(cache);
      await cache.addAll([...paths].filter((path) => !stored.has(path)));
      await cache.put(COMPLETE, new Response());
    };
    await withLock(DESK_CACHE, store, PATIENCE_MS);
  } catch (error) {
    console.warn('Not all of the desk is stored for use without a connection yet', error);
  }
}

/** Stores a new version's desk if this device has one. */
export async function keepDeskIfKnown(paths: ReadonlySet<string>): Promise<void> {
  if (await caches.has(DESK_CACHE)) await keepDesk(paths);
}

/** Drops the files of earlier versions. */
export async function dropOldDesk(paths: ReadonlySet<string>): Promise<void> {
  if (!(await caches.has(DESK_CACHE))) return;
  const cache = await caches.open(DESK_CACHE);
  const old = [...(await storedPaths(cache))].filter((path) => !paths.has(path));
  await Promise.all(old.filter((path) => path !== COMPLETE).map((path) => cache.delete(path)));
}

/** A file of the desk, from this device if it has it. */
export async function answerFromDesk(request: Request): Promise<Response> {
  // Matched without opening the cache, which would create it on a customer's device.
  return (await caches.match(request, { cacheName: DESK_CACHE })) ?? fetch(request);
}

async function storedPaths(cache: Cache): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
}
