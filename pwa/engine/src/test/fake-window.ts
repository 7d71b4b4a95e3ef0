/**
 * A target that forgets listeners by their signal as browsers do. Node keeps only the last one of a target alive for its
 * signal: after a garbage collection the others go on listening.
 */
class Target extends EventTarget {
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener);
    options?.signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }
}

/** The part of a page that sync listens to: network, focus and visibility events. */
export function fakeWindow() {
  const document = Object.assign(new Target(), { visibilityState: 'visible' });
  const target = Object.assign(new Target(), { document });
  // Only events and the visibility are used; a whole window would need a browser.
  const window = target as unknown as Window;
  const emit = (type: 'online' | 'offline' | 'focus') => target.dispatchEvent(new Event(type));
  const changeVisibility = (state: DocumentVisibilityState) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { window, emit, changeVisibility };
}
