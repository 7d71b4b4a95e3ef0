/** The part of a page that sync listens to: network, focus and visibility events. */
export function fakeWindow() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const target = Object.assign(new EventTarget(), { document });
  // Only events and the visibility are used; a whole window would need a browser.
  const window = target as unknown as Window;
  const emit = (type: 'online' | 'offline' | 'focus') => target.dispatchEvent(new Event(type));
  const changeVisibility = (state: DocumentVisibilityState) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { window, emit, changeVisibility };
}
