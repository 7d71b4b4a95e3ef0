import { useObservable } from 'dexie-react-hooks';
import type { Follow } from '@sunloop/engine/lib/follow.ts';

/**
 * The last value `follow` has reported, undefined before the first; throws its failure into the page, whose error screen says
 * what to do about storage that cannot be read. `follow` must stay the same function while the question is the same.
 */
export function useFollow<T>(follow: Follow<T>): T | undefined {
  // Nothing of it is known before it is followed, so it is not asked twice.
  return useObservable(
    () => ({
      subscribe: (onValue: (value: T) => void, onError = reportError) => follow(onValue, onError),
      hasValue: () => false,
    }),
    [follow],
  );
}
