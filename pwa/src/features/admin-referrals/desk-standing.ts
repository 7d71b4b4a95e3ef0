import type { DeskState } from './desk-messages.ts';

/** Why there is no list; undefined if there is one. */
export function missingOf(state: DeskState): 'loading' | 'offline' | 'error' | undefined {
  const { isStored, isFetching, isCut, isLoaded, triedAt, fetchedAt } = state;
  if (isStored) return undefined;
  if (isFetching || !isLoaded) return 'loading';
  if (isCut) return 'offline';
  return triedAt > fetchedAt ? 'error' : 'loading';
}
