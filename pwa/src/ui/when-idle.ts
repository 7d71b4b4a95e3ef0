/** How long a busy page may put it off. Milliseconds. */
const AT_LATEST_MS = 2_000;

/**
 * Runs `callback` once the page was painted and has nothing better to do, at the latest after two
 * seconds; never once `signal` is aborted.
 */
export function whenIdle(callback: () => void, signal?: AbortSignal): void {
  const run = () => {
    if (!signal?.aborted) callback();
  };
  // Safari has no requestIdleCallback.
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: AT_LATEST_MS });
  else window.setTimeout(run, 1);
}
