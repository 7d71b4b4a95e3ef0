import { within } from '../lib/within.ts';
import { withCaches } from './with-caches.ts';

/** Where a file handed over by another app waits, between the worker that received it and the page. */
const CACHE = 'handed-file';
const ADDRESS = '/handed-file';
const NAME_HEADER = 'x-file-name';
const KEPT_AT_HEADER = 'x-kept-at';
const OTHERS_HEADER = 'x-others';
/**
 * An uncollected file is personal data left lying around. It outlasts a sign-in with a new password by mail. Milliseconds; the
 * sign-in page says so.
 */
const KEEP_MS = 60 * 60_000;
/** Whoever discards it does not wait longer for a cache. Milliseconds. */
const DROP_MS = 2_000;

export interface HandedFile {
  readonly file: File;
  /** How many came with it and are not kept. */
  readonly others: number;
}

/** Keeps one file, replacing an older one. */
export async function keepHandedFile({ file, others }: HandedFile): Promise<void> {
  const headers = {
    // Headers cannot hold other characters.
    [NAME_HEADER]: encodeURIComponent(file.name),
    [KEPT_AT_HEADER]: String(Date.now()),
    [OTHERS_HEADER]: String(others),
  };
  const cache = await caches.open(CACHE);
  const older = await cache.keys();
  // An address of its own, so that whoever takes the older one removes only that.
  await cache.put(`${ADDRESS}/${crypto.randomUUID()}`, new Response(file, { headers }));
  for (const each of older) await cache.delete(each);
}

/** The name of the file that waits to be taken, which stays; undefined if there is none. */
export async function findHandedFile(now = Date.now()): Promise<string | undefined> {
  const kept = await findKept(now);
  return kept && nameOf(kept.response);
}

/** The file that was handed over, once: reading it removes it. */
export async function takeHandedFile(now = Date.now()): Promise<HandedFile | undefined> {
  const kept = await findKept(now);
  if (!kept) return undefined;
  const { response } = kept;
  const blob = await response.blob();
  // Of two pages that look at once, it is given to the one that removes it.
  if (!(await kept.remove())) return undefined;
  const name = nameOf(response);
  const others = Number(response.headers.get(OTHERS_HEADER));
  return { file: new File([blob], name, { type: blob.type }), others };
}

/** What is kept, the newest; what has been for too long is dropped. */
const findKept = (now: number) => withCaches(() => findIn(now));

async function findIn(now: number) {
  const cache = await caches.open(CACHE);
  const request = (await cache.keys()).at(-1);
  const response = request && (await cache.match(request));
  if (!response) return undefined;
  const remove = () => cache.delete(request);
  if (now - Number(response.headers.get(KEPT_AT_HEADER)) <= KEEP_MS) return { response, remove };
  await remove();
  return undefined;
}

const nameOf = (kept: Response) => decodeURIComponent(kept.headers.get(NAME_HEADER) ?? '');

/** Drops it unread: the person does not want it, or whoever it belongs to may be gone. */
export async function dropHandedFile(): Promise<void> {
  await within(
    withCaches(() => caches.delete(CACHE)),
    DROP_MS,
    false,
  );
}
