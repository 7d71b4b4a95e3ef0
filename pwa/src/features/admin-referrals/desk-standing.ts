import type { DeskState } from './desk-messages.ts';

/** Since when the list stands, which is asked for again only as it is opened; undefined before the first time. */
export function ageOf({ fetchedAt }: DeskState): number | undefined {
  return fetchedAt > 0 ? fetchedAt : undefined;
}

/** Why there is no list, or undefined where there is one. */
export function missingOf(state: DeskState): 'loading' | 'offline' | 'error' | undefined {
  const { isStored, isFetching, isCut, isLoaded, triedAt, fetchedAt } = state;
  if (isStored) return undefined;
  if (isFetching || !isLoaded) return 'loading';
  if (isCut) return 'offline';
  return triedAt > fetchedAt ? 'error' : 'loading';
}
