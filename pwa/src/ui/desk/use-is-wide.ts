import { useSyncExternalStore } from 'react';

/** From here on there is room for details beside a list; with text of twice the size, on twice the width. */
const WIDE = '(min-width: 90rem)';

function follow(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether details stand beside a list. */
export const useIsWide = () => useSyncExternalStore(follow, () => matchMedia(WIDE).matches);
