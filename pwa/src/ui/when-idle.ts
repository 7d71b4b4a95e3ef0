/** How long a busy page may delay it. Milliseconds. */
const AT_LATEST_MS = 2_000;

/**
 * Runs `callback` once the page was painted and is idle, after two seconds at the latest; never once `signal` is
 * aborted.
 */
export function whenIdle(callback: () => void, signal?: AbortSignal): void {
  const run = () => {
    if (!signal?.aborted) callback();
  };
  // Safari has no requestIdleCallback.
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: AT_LATEST_MS });
  else window.setTimeout(run, 1);
}
