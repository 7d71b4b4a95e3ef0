import { whenBack } from '../../lib/when-back.ts';
import { versionTaker } from './take-version.ts';
import { reloadKeeping, tellOtherTabs } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Registers the worker and keeps looking for new versions. A new one waits for consent, and is taken without asking
 * while the page is hidden and nothing is half typed in any tab.
 */
export async function registerWorker(window: Window): Promise<void> {
  const { document, navigator } = window;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  const taker = versionTaker(window, () =>
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' }),
  );
  tellOtherTabs();
  const look = async () => {
    await checkForUpdate(registration);
    await untilInstalled(registration?.installing);
    if (registration?.waiting) taker.apply();
    else void reloadKeeping(window);
  };
  useUpdate.setState({ look: () => void look() });
  // Fires in every tab; the first install is not a new version.
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) taker.noteTaken();
    isControlled = true;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void taker.takeUnseen();
    else void checkForUpdate(registration);
  });
  window.setInterval(() => void checkForUpdate(registration), CHECK_EVERY_MS);
  registration = await registerWhenReachable(serviceWorker);
  const tell = (take: () => Promise<void>) => {
    useUpdate.setState({ notice: 'ready', apply: taker.apply });
    void take();
  };
  followInstalls(registration, () => tell(taker.takeUnseen));
  if (registration.waiting) tell(taker.takeAtStart);
}

/** A connection lost in the middle of the first visit must not leave the app without its worker. */
async function registerWhenReachable(
  container: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration> {
  try {
    return await container.register('/sw.js', { updateViaCache: 'none' });
  } catch (error) {
    console.warn('The app is not stored for use without a connection yet', error);
    await new Promise<void>((resolve) => {
      whenBack(resolve);
    });
    return registerWhenReachable(container);
  }
}

/** Reports each version that waits from now on, whichever tab found it. */
function followInstalls(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The very first version waits for nobody.
      if (installing.state === 'installed' && registration.active) onWaiting();
    });
  };
  follow();
  registration.addEventListener('updatefound', follow);
}

function untilInstalled(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (worker) worker.addEventListener('statechange', () => resolve(), { once: true });
    else resolve();
  });
}

/** Being offline is not worth reporting: the next check is at most an hour away. */
async function checkForUpdate(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  try {
    await registration?.update();
  } catch (error) {
    console.warn('A new version could not be checked for', error);
  }
}
