import { useSyncExternalStore } from 'react';

/** From this width on, the app has its sidebar (navigation.css). */
const WIDE = '(min-width: 64rem)';

/** The place in the app's sidebar for the console's navigation; null where the screen has no sidebar. */
export function useSidebarSlot(): Element | null {
  return useSyncExternalStore(subscribe, findSlot);
}

const findSlot = () => (matchMedia(WIDE).matches ? document.querySelector('.sidebar-desk') : null);

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
