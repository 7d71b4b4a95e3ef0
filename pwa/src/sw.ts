import { TEXT_PAGES, textPagePath } from '@sunloop/shared-types/visitors/text-pages.ts';
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import {
  BACKGROUND_SYNC_TAG,
  drainInBackground,
  keepOwnNotifications,
} from '@sunloop/engine/background.ts';
import {
  answerFromDesk,
  dropOldDesk,
  keepDesk,
  keepDeskIfKnown,
  splitFiles,
} from './sw/desk-files.ts';
import { DRAWN_CACHE, OWN_REQUEST } from '@sunloop/engine/data/drawn-pages.ts';
import { KEEP_DESK } from '@sunloop/engine/keep-desk.ts';
import { CLAIM } from './lib/claim.ts';
import { afterPage } from './sw/page-first.ts';
import { tellStoring } from './sw/tell-storing.ts';
import { openNotice, recount, showNotice } from './sw/notices.ts';
import { stayAwake } from './sw/stay-awake.ts';
import { SHARE_TARGET_PATH, SHARED_PAGE } from '@sunloop/shared-types/visitors/pages.ts';
import { receiveSharedFile } from './sw/receive-shared-file.ts';

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
const TEXT_PATHS = TEXT_PAGES.map(textPagePath);
const DRAWN = new RegExp(`^(/requests/|(${TEXT_PATHS.join('|')})/?($|\\?))`);
const SERVER_PATHS = [
  /^\/api(\/|$|\?)/,
  /^\/(healthz|readyz|metrics|mail-off|receipts|sso|\.well-known)($|\?|\/)/,
  DRAWN,
  /^\/licenses\.txt$/,
];

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
self.addEventListener('install', (event) => event.waitUntil(keepTextPages()));
interface Asked {
  readonly request: Request;
  readonly sameOrigin: boolean;
  readonly url: URL;
}
const isShareTarget = ({ request, sameOrigin, url }: Asked) =>
  sameOrigin && request.mode === 'navigate' && url.pathname === SHARE_TARGET_PATH;
registerRoute(isShareTarget, async ({ url }) => Response.redirect(new URL(SHARED_PAGE, url), 303));
// Workbox routes answer GET only, and nothing is registered for /api: writes pass untouched.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }),
);
// A request that was opened here can be read without signal, as it was then, and any other has words instead; the
// operator's texts also by whoever never opened them.
registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && DRAWN.test(url.pathname),
  new NetworkFirst({
    cacheName: DRAWN_CACHE,
    plugins: [
      {
        handlerDidError: async ({ request }) =>
          OWN_REQUEST.test(new URL(request.url).pathname)
            ? matchPrecache('/request-offline.html')
            : undefined,
      },
    ],
  }),
);
// The one exception never reaches a server while there is a worker: the share sheet posts a file to the app itself.
registerRoute(isShareTarget, ({ request }) => receiveSharedFile(request), 'POST');

/**
 * The new version waits until the page says that the person agreed; the desk is stored when it is open, and a page that was
 * left out is taken.
 */
self.addEventListener('message', (event) => {
  if (isAsking(event.data, 'SKIP_WAITING')) event.waitUntil(self.skipWaiting());
  if (isAsking(event.data, KEEP_DESK)) event.waitUntil(keepDesk(desk));
  if (isAsking(event.data, CLAIM)) event.waitUntil(self.clients.claim());
});

self.addEventListener('sync', (event) => {
  if (event.tag !== BACKGROUND_SYNC_TAG) return;
  stayAwake(event, drainAndCount);
});

async function drainAndCount(): Promise<void> {
  try {
    await afterPage(self.clients, () => drainInBackground());
  } finally {
    await recount(self);
  }
}

self.addEventListener('push', (event) => {
  stayAwake(event, () => showNotice(self, readJson(event.data)));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  stayAwake(event, () => openNotice(self, event.notification).then(() => recount(self)));
});
self.addEventListener('notificationclose', (event) => stayAwake(event, () => recount(self)));
self.addEventListener('pushsubscriptionchange', (event) => {
  stayAwake(event, () => keepOwnNotifications(self.registration));
});

/** What a push message says; undefined if it is empty or no JSON. */
function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Those that cannot be fetched now are kept when they are opened, or with the next version. */
async function keepTextPages(): Promise<void> {
  const pages = await caches.open(DRAWN_CACHE);
  await pages
    .addAll(TEXT_PATHS)
    .catch((error: unknown) => console.warn('Not all pages are stored', error));
}

function isAsking(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
