/** The worker's cache of pages that the server draws. */
export const DRAWN_CACHE = 'requests';

/** Paths of requests for a quote, which name their person. */
export const OWN_REQUEST = /^\/requests\//;

/** Forgets the requests that were opened here; pages that name nobody stay. */
export async function forgetRequestPages(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const pages = await caches.open(DRAWN_CACHE);
  const requests = (await pages.keys()).filter(({ url }) =>
    OWN_REQUEST.test(new URL(url).pathname),
  );
  await Promise.all(requests.map((request) => pages.delete(request)));
}
