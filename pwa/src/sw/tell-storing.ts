import { addPlugins } from 'workbox-precaching';
import type { Storing } from '../lib/storing.ts';

/** What is needed of the worker; its own type is not known where the unit tests are compiled. */
interface Worker {
  readonly registration: { readonly active: unknown };
  readonly clients: {
    matchAll(which: {
      includeUncontrolled: true;
    }): Promise<readonly { postMessage(message: Storing): void }[]>;
  };
}

/** Tells open pages with every file how much of the app is stored, the first time; a new version is not waited for. */
export function tellStoring({ registration, clients }: Worker, of: number): void {
  let stored = 0;
  addPlugins([
    {
      handlerDidComplete: async ({ event }) => {
        if (event.type !== 'install' || registration.active) return;
        stored += 1;
        const pages = await clients.matchAll({ includeUncontrolled: true });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client has no such argument
        for (const page of pages) page.postMessage({ stored, of });
      },
    },
  ]);
}
