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

/** Takes it away in the same frame in which the app draws its first page; the focus stays in the same field. */
export function leaveFirstView(root: HTMLElement): void {
  const view = firstView();
  if (!view) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main')) return;
    observer.disconnect();
    const name = view.querySelector(':focus')?.getAttribute('name');
    view.remove();
    if (name) root.querySelector<HTMLElement>(`[name="${name}"]`)?.focus({ preventScroll: true });
  });
  observer.observe(root, { childList: true, subtree: true });
}
