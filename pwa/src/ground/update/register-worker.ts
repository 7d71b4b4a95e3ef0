import { Workbox } from 'workbox-window';
import { within } from '@sunloop/engine/lib/within.ts';
import { CLAIM } from '../../lib/claim.ts';
import { whenBack } from '../../lib/when-back.ts';
import { ownScript } from '../../ui/own-script.ts';
import { versionTaker } from './take-version.ts';
import { reloadKeeping, tellOtherTabs } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** How long somebody who wants the next version waits for one answer of the browser, and for its files. Milliseconds. */
const ANSWER_MS = 10_000;
const INSTALL_MS = 60_000;
/** A page that is being left for another is hidden, too, and is gone by then. Milliseconds. */
const HIDDEN_MS = 500;

/**
 * Registers the worker and keeps looking for new versions. A new one waits for consent, and is taken without asking
 * while the page is hidden and nothing is half typed in any tab.
 */
export async function registerWorker(window: Window): Promise<void> {
  const { document } = window;
  const workers = window.navigator.serviceWorker;
  let { controller } = workers;
  const workbox = new Workbox(ownScript('/sw.js'), { scope: '/', updateViaCache: 'none' });
  const taker = versionTaker(window, () => workbox.messageSkipWaiting());
  tellOtherTabs();
  const look = async () => {
    await within(checkForUpdate(workbox), ANSWER_MS, undefined);
    const asked = workers.getRegistration();
    const registration = await within(asked, ANSWER_MS, undefined);
    await within(untilInstalled(registration?.installing), INSTALL_MS, undefined);
    if (registration?.waiting) taker.apply();
    else void reloadKeeping(window);
  };
  useUpdate.setState({ look: () => void look() });
  workbox.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    useUpdate.setState({ notice: 'ready', apply: taker.apply });
    void (wasWaitingBeforeRegister ? taker.takeAtStart() : taker.takeUnseen());
  });
  // A file that did not come ends the first install; what came is kept for the next.
  workbox.addEventListener('redundant', () => {
    if (!controller) whenBack(() => void registerWhenReachable(workbox));
  });
  // Fires in every tab. The first install is not a new version, and neither is a worker that claims its own page again.
  workers.addEventListener('controllerchange', () => {
    const before = controller;
    ({ controller } = workers);
    if (before && before !== controller) taker.noteTaken();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden')
      window.setTimeout(() => void taker.takeUnseen(), HIDDEN_MS);
    else void checkForUpdate(workbox);
  });
  window.setInterval(() => void checkForUpdate(workbox), CHECK_EVERY_MS);
  // A page loaded anew by force has no worker, nor has one that WebKit left out while it was being opened (and may leave out
  // again, then it reloads when it is hidden): without signal, such a page would be without the parts it has not loaded yet.
  void workers.ready.then(({ active }) => {
    if (workers.controller) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a page and its worker there is none
    active?.postMessage({ type: CLAIM });
    taker.noteLeftOut();
  });
  await registerWhenReachable(workbox);
}

/** A connection lost in the middle of the first visit must not leave the app without its worker. */
async function registerWhenReachable(workbox: Workbox): Promise<void> {
  try {
    await workbox.register();
  } catch (error) {
    console.warn('The app is not stored for use without a connection yet', error);
    whenBack(() => void registerWhenReachable(workbox));
  }
}

function untilInstalled(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (worker) worker.addEventListener('statechange', () => resolve(), { once: true });
    else resolve();
  });
}

/** Being offline is not worth reporting: the next check is at most an hour away. */
async function checkForUpdate(workbox: Workbox): Promise<void> {
  await workbox.update().catch((error: unknown) => {
    console.warn('A new version could not be checked for', error);
  });
}
