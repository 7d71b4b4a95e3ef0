import { useDeferredValue, type ReactNode } from 'react';

/**
 * What lies below the first screen: rendered after it, in slices that leave the page free to answer. The
 * first screen is there sooner on a slow phone by what this takes.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
