import { Workbox } from 'workbox-window';
import { hasOpenForm } from '../../ui/open-forms.ts';
import { useUpdate } from './update-store.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** `controllerchange` does not always come; then the reload does the rest. */
const RELOAD_ANYWAY_MS = 3000;

/**
 * Registers the worker and keeps looking for new versions. A new one waits for a yes, and is taken
 * without asking while nobody looks and no half-typed form is open.
 */
export async function registerWorker(window: Window): Promise<void> {
  const { document, navigator } = window;
  let isControlled = navigator.serviceWorker.controller !== null;
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  let isTaken = false;
  const reload = () => window.location.reload();

  const apply = () => {
    workbox.messageSkipWaiting();
    window.setTimeout(() => {
      if (!isTaken) reload();
    }, RELOAD_ANYWAY_MS);
  };
  const look = async () => {
    await checkForUpdate(workbox);
    const registration = await navigator.serviceWorker.getRegistration();
    await untilInstalled(registration?.installing);
    if (registration?.waiting) apply();
    else reload();
  };
  useUpdate.setState({ look: () => void look() });
  const applyUnseen = () => {
    const isReady = useUpdate.getState().notice === 'ready';
    if (isReady && document.visibilityState === 'hidden' && !hasOpenForm()) apply();
  };
  workbox.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    useUpdate.setState({ notice: 'ready', apply });
    // At a cold start nobody has begun anything yet.
    if (wasWaitingBeforeRegister && !hasOpenForm()) apply();
    else applyUnseen();
  });
  // Fires in every tab, whichever one said yes; the first install is no reason to reload.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Also when a reload is on its way: one that was asked of a worker while it went may never be answered.
    if (isControlled && !isTaken) reload();
    isTaken = isControlled;
    isControlled = true;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') applyUnseen();
    else void checkForUpdate(workbox);
  });
  window.setInterval(() => void checkForUpdate(workbox), CHECK_EVERY_MS);
  await registerWhenReachable(workbox, window);
}

/** A connection lost in the middle of the first visit must not leave the app without its worker. */
async function registerWhenReachable(workbox: Workbox, window: Window): Promise<void> {
  try {
    await workbox.register();
  } catch (error) {
    console.warn('The app is not stored for use without a connection yet', error);
    const retry = () => void registerWhenReachable(workbox, window);
    window.addEventListener('online', retry, { once: true });
  }
}

function untilInstalled(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (worker) worker.addEventListener('statechange', () => resolve(), { once: true });
    else resolve();
  });
}

/** Being offline is no reason to complain: the next look is at most an hour away. */
async function checkForUpdate(workbox: Workbox): Promise<void> {
  await workbox.update().catch((error: unknown) => {
    console.warn('No look for a new version was possible', error);
  });
}
