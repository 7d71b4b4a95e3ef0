import { versionTaker } from './take-version.ts';
import { tellOtherTabs } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** What the worker listens for (sw.ts). */
const TAKE_OVER = { type: 'SKIP_WAITING' };

/**
 * Registers the worker and keeps looking for new versions. A new one waits for a yes, and is taken
 * without asking while nobody looks and nothing is half typed in any tab.
 */
export async function registerWorker(window: Window): Promise<void> {
  const { document, navigator } = window;
  let isControlled = navigator.serviceWorker.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  const taker = versionTaker(window, () => registration?.waiting?.postMessage(TAKE_OVER));
  tellOtherTabs();
  // Fires in every tab; the first install is no new version.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) taker.noteTaken();
    isControlled = true;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void taker.takeUnseen();
    else void checkForUpdate(registration);
  });
  window.setInterval(() => void checkForUpdate(registration), CHECK_EVERY_MS);

  registration = await registerWhenReachable(window);
  watchVersions(registration, (wasWaiting) => {
    useUpdate.setState({ notice: 'ready', apply: taker.apply });
    void (wasWaiting ? taker.takeAtStart() : taker.takeUnseen());
  });
}

/** Tells of each version that waits; `wasWaiting`: it did so before this page looked. */
function watchVersions(
  registration: ServiceWorkerRegistration,
  onWaiting: (wasWaiting: boolean) => void,
): void {
  const watchInstalling = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Where none is active it is the first install, which waits for nobody.
      if (installing.state === 'installed' && registration.active) onWaiting(false);
    });
  };
  registration.addEventListener('updatefound', watchInstalling);
  watchInstalling();
  if (registration.waiting) onWaiting(true);
}

/** A connection lost in the middle of the first visit must not leave the app without its worker. */
async function registerWhenReachable(window: Window): Promise<ServiceWorkerRegistration> {
  const options = { scope: '/', updateViaCache: 'none' } as const;
  try {
    return await window.navigator.serviceWorker.register('/sw.js', options);
  } catch (error) {
    console.warn('The app is not stored for use without a connection yet', error);
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return registerWhenReachable(window);
  }
}

/** Being offline is no reason to complain: the next look is at most an hour away. */
async function checkForUpdate(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  try {
    await registration?.update();
  } catch (error) {
    console.warn('No look for a new version was possible', error);
  }
}
