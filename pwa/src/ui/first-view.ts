/**
 * The first view: what the document itself shows until the app has drawn its page (`build/first-views`). It stands beside
 * the app's root, and its form can be filled in.
 */
const firstView = () => document.getElementById('first-view');

/** What was typed into it so far, by the names of the fields; undefined once the app has drawn its page. */
export function typedInFirstView(): Record<string, string> | undefined {
  const form = firstView()?.querySelector('form');
  if (!form) return undefined;
  const fields = [...new FormData(form)];
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Takes it away in the same frame in which the app draws its first page; the focus stays in the same field, tab or link. */
export function leaveFirstView(root: HTMLElement): void {
  const view = firstView();
  if (!view) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main')) return;
    observer.disconnect();
    const focused = view.querySelector<HTMLElement>(':focus');
    view.remove();
    if (focused) sameIn(root, focused)?.focus({ preventScroll: true });
  });
  observer.observe(root, { childList: true, subtree: true });
}

/** What stands in the app for it: a field is known by its name, anything else by its text. */
function sameIn(root: HTMLElement, focused: HTMLElement): HTMLElement | undefined {
  const name = focused.getAttribute('name');
  const alike = [...root.querySelectorAll<HTMLElement>(focused.localName)];
  return alike.find((one) =>
    name ? one.getAttribute('name') === name : one.textContent === focused.textContent,
  );
}
