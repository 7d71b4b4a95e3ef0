import type { Outcome } from './apply-verdict.ts';

/** So many answers are stored together. What a killed tab had not stored is sent again (rule 5). */
const TOGETHER_MAX = 4;
/** How long an answer waits for the next one. Milliseconds. */
const TOGETHER_MS = 150;

/**
 * Waits for the next answer. Answers that came before it are stored meanwhile if they are many or it takes a while, because
 * each transaction makes every live query run again, which cost a replay more than the rows.
 */
export async function awaitNext<T>(
  next: Promise<T>,
  toStore: readonly Outcome[],
  store: () => Promise<void>,
): Promise<T> {
  let isLate = toStore.length === TOGETHER_MAX;
  if (toStore.length > 0 && !isLate) {
    const late = new Promise<void>((resolve) => setTimeout(resolve, TOGETHER_MS));
    isLate = (await Promise.race([next, late])) === undefined;
  }
  if (isLate) await store();
  return next;
}
