import { MINUTE_MS } from '../limits.ts';

/** On an answer to the achievement check: how many seconds the app waits before the next, where that is not SPEC's 5. */
export const NEXT_CHECK_HEADER = 'x-sunloop-next-check';
/** A server cannot silence its fleet for longer. Milliseconds. */
export const NEXT_CHECK_MAX_MS = 10 * MINUTE_MS;
/** On an achievement check: the cursor of the list the device holds. On its answer, whatever its value: that list has moved. */
export const LIST_HEADER = 'x-sunloop-list';
