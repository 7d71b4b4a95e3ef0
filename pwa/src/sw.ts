import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { BACKGROUND_SYNC_TAG, drainInBackground } from './sync/background.ts';
import {
  answerFromDesk,
  dropOldDesk,
  keepDesk,
  keepDeskIfKnown,
  splitFiles,
} from './sw/desk-files.ts';
import { KEEP_DESK } from './sync/keep-desk.ts';
import { afterPage } from './sw/page-first.ts';
import { tellStoring } from './sw/tell-storing.ts';
import { receiveSharedFile, SHARE_TARGET_PATH } from './sw/receive-shared-file.ts';

/** Only Chromium has Background Sync, so TypeScript's worker library does not know its event. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Only Chromium has static routes, too. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

/** Paths the server answers itself; everything else a person can open is the app. */
const OWN_REQUEST = /^\/requests\//;
const SERVER_PATHS = [/^\/api(\/|$|\?)/, /^\/(healthz|readyz|metrics)($|\?)/, OWN_REQUEST];

const { own, desk } = splitFiles(self.__WB_MANIFEST);
tellStoring(self, own.length);
precacheAndRoute(own);
cleanupOutdatedCaches();
// So the page of the very first visit can load its lazy parts offline, too, without a reload.
clientsClaim();
// The desk's code is stored where an admin opened it, and not on every customer's phone.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && desk.has(url.pathname),
  ({ request }) => answerFromDesk(request),
);
self.addEventListener('install', (event) => event.waitUntil(keepDeskIfKnown(desk)));
// An open page makes a call every few seconds. Each would restart the old worker, which would hold up the next version
// for a minute and longer; in Chromium, static routes bypass it.
self.addEventListener('install', (event: RoutingInstallEvent) => {
  const route = { condition: { urlPattern: '/api/*' }, source: 'network' } as const;
  if (event.addRoutes) event.waitUntil(event.addRoutes(route));
});
self.addEventListener('activate', (event) => event.waitUntil(dropOldDesk(desk)));
// Workbox routes answer GET only, and nothing is registered for /api: writes pass untouched.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }),
);
// A request that was asked for here can be read without signal, as it was when it was last opened.
registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && OWN_REQUEST.test(url.pathname),
  new NetworkFirst({ cacheName: 'requests' }),
);
// The one exception never reaches a server: the share sheet posts a file to the app itself.
registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && url.pathname === SHARE_TARGET_PATH,
  ({ request }) => receiveSharedFile(request),
  'POST',
);

/** The new version waits until the page says that the person agreed; the desk is stored when it is open. */
self.addEventListener('message', (event) => {
  if (isAsking(event.data, 'SKIP_WAITING')) event.waitUntil(self.skipWaiting());
  if (isAsking(event.data, KEEP_DESK)) event.waitUntil(keepDesk(desk));
});

self.addEventListener('sync', (event) => {
  if (event.tag !== BACKGROUND_SYNC_TAG) return;
  event.waitUntil(afterPage(self.clients, () => drainInBackground()));
});

function isAsking(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
