import { isServerThere } from '../../lib/is-server-there.ts';
import { whenBack } from '../../lib/when-back.ts';
import { hasUnkeptForm } from '../../ui/forms/open-forms.ts';

const RELOADED_KEY = 'sunloop-reloaded-for-chunks';
const ONCE_PER_MS = 60_000;
/** The next page is here by then, or its server does not answer. Milliseconds. */
const LEAVING_MS = 10_000;

/**
 * A deploy may have removed a file this page still refers to. Reloads once to get the new page; a second loss within a
 * minute is left to the error page, because another reload would not help. Half-typed text that no draft keeps is worth
 * more than the file. Whoever asked for the file still gets the error: handling the event would give them nothing in
 * place of the module.
 */
export function reloadOnceForLostChunks(window: Window): void {
  let leftAt = -Infinity;
  // Firefox ends what a page loads as soon as it is being left, and a reload would take the place of the next page.
  window.addEventListener('beforeunload', () => (leftAt = Date.now()));
  const reload = async () => {
    // Without signal, the file is only unreachable, and a reload could lose the page as well.
    if (!(await isServerThere()) || hasUnkeptForm()) return;
    if (Date.now() - leftAt < LEAVING_MS) return;
    const last = Number(window.sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - last < ONCE_PER_MS) return;
    window.sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    window.location.reload();
  };
  // The bundler asks for a style sheet only once, whether it came or not.
  const askAgain = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) whenBack(() => target.replaceWith(target.cloneNode()));
  };
  window.addEventListener('error', askAgain, true);
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Shown to the person; the router would reload by itself for what the browser says.
    payload.message = 'A part of this page is missing.';
    void reload();
  });
}
