import { within } from '../lib/within.ts';
import { withCaches } from './with-caches.ts';

/** The worker's cache of pages that the server draws. */
export const DRAWN_CACHE = 'requests';

/** Paths of requests for a quote, which name their person. */
export const OWN_REQUEST = /^\/requests\//;

/** A sign-out does not wait longer for a cache. Milliseconds. */
const FORGET_MS = 2_000;

/** Forgets the requests that were opened here; pages that name nobody stay. Throws if the browser does not answer. */
export async function forgetRequestPages(): Promise<void> {
  const isDone = await within(
    withCaches(forget).then(() => true),
    FORGET_MS,
    false,
  );
  if (!isDone) throw new Error('This browser does not answer about its caches.');
}

async function forget(): Promise<void> {
  const pages = await caches.open(DRAWN_CACHE);
  const requests = (await pages.keys()).filter(({ url }) =>
    OWN_REQUEST.test(new URL(url).pathname),
  );
  await Promise.all(requests.map((request) => pages.delete(request)));
}
