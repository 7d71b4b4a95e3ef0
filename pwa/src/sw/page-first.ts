/** A visible page sends thousands of rows in this time; the browser lets a worker wait far longer. Milliseconds. */
const PAGE_FIRST_MS = 5000;

/** What is asked of the worker's `clients`; its own type is not known where the unit tests are compiled. */
interface Pages {
  matchAll(which: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { readonly visibilityState: string }[]>;
}

/**
 * Does the worker's sending later if a page is in front of the person, because that page has been told of the network,
 * too. Both at once would only compete for a phone's processor: starting the worker's copy of the queue took a twentieth
 * of a replay. The worker still looks afterwards, in case the page was closed or is stuck.
 */
export async function afterPage(clients: Pages, send: () => Promise<void>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible'))
    await new Promise((resolve) => setTimeout(resolve, PAGE_FIRST_MS));
  return send();
}
