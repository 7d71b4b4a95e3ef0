import { hasUnkeptForm } from '../../ui/open-forms.ts';

const RELOADED_KEY = 'sunloop-reloaded-for-chunks';
const ONCE_PER_MS = 60_000;

/**
 * A deploy may have taken away a file this page still refers to. Reload once to get the new page;
 * a second loss within a minute is left to the error page, for another reload would not help. What is half typed
 * and kept nowhere is worth more than the file. Whoever asked for it is told all the same: to take the event for
 * done would give them nothing for the module.
 */
export function reloadOnceForLostChunks(window: Window): void {
  window.addEventListener('vite:preloadError', () => {
    // Without signal a file is out of reach, not gone, and a reload could lose the page with it.
    if (!window.navigator.onLine || hasUnkeptForm()) return;
    const last = Number(window.sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - last < ONCE_PER_MS) return;
    window.sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    window.location.reload();
  });
}
