import { whenIdle } from '../../ui/when-idle.ts';

/** Registers the service worker once the page has loaded and is idle. */
export function registerWhenIdle(window: Window): void {
  if (!import.meta.env.PROD || !('serviceWorker' in window.navigator)) return;
  const register = async () => {
    try {
      const { registerWorker } = await import('./register-worker.ts');
      await registerWorker(window);
    } catch (error) {
      // The page works without it; the next visit tries again.
      console.warn('The service worker could not be registered', error);
    }
  };
  const whenLoaded = () => whenIdle(() => void register());
  if (window.document.readyState === 'complete') whenLoaded();
  else window.addEventListener('load', whenLoaded, { once: true });
}
