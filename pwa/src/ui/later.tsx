import { useDeferredValue, type ReactNode } from 'react';

/**
 * Content below the first screen, rendered after it in slices that keep the page responsive, so that a slow phone shows
 * the first screen sooner.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
