import { followLive } from '@sunloop/engine/data/follow-live.ts';
import { deviceDb, readOwnUser } from '@sunloop/engine/data/device-db.ts';
import { countUnsent, UNSENT_IN } from '@sunloop/engine/data/find-unsent.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { OPEN_PAGE } from '../../lib/open-page.ts';
import { keepNotifications, setBadge } from '@sunloop/engine/notifications.ts';

/**
 * While a page is open: what the browser shows of news is closed once somebody looks, the icon counts what waits, and a
 * notice that is clicked opens its page here. At its beginning and its end, which a sign-out is, and with each run of the
 * server's database, what the browser has is brought in line with who is signed in. Returns how to stop.
 */
export function keepNotices(db: UserDb): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const withWorker = (work: (worker: ServiceWorkerRegistration) => Promise<void>) => {
    serviceWorker
      .getRegistration()
      .then((worker) => worker?.pushManager && work(worker))
      .catch((error: unknown) => console.warn('Notifications are not up to date:', error));
  };
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    withWorker(async (worker) => {
      for (const shown of await worker.getNotifications()) shown.close();
      await setBadge(await countUnsent(db));
    });
  };
  const stopCounting = followRead(db, UNSENT_IN, () => countUnsent(db))(look, (error) =>
    console.warn('The icon counts nothing:', error),
  );
  document.addEventListener('visibilitychange', look, { signal });
  serviceWorker.addEventListener('message', openAsked, { signal });
  const keep = () => withWorker((worker) => keepNotifications(db, worker));
  // A run of the server's database that it did not know may have lost that this device is told.
  let known: string | undefined | null = null;
  const stopFollowing = followLive(deviceDb, async () => (await readOwnUser())?.epoch)(
    (run) => {
      if (run === known) return;
      known = run;
      keep();
    },
    (error: unknown) => console.warn('Notifications may have ended:', error),
  );
  return () => {
    listening.abort();
    stopCounting();
    stopFollowing();
    keep();
    void setBadge(0);
  };
}

/** The router follows the history by itself. */
function openAsked({ data, ports }: MessageEvent<unknown>): void {
  const [port] = ports;
  if (!port || !isAsking(data)) return;
  window.history.pushState(null, '', data.path);
  port.postMessage(true);
}

const isAsking = (data: unknown): data is { path: string } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === OPEN_PAGE;
