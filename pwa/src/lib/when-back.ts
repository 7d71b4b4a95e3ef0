/** How long to wait for an event that may never come. Milliseconds. */
const AT_LATEST_MS = 10_000;

/**
 * Runs `callback` once when the network may be back: at the `online` event, but no later than after ten seconds, because
 * browsers do not always notice; never once `signal` is aborted.
 */
export function whenBack(callback: () => void, signal?: AbortSignal): void {
  const done = new AbortController();
  const ended = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const run = () => {
    done.abort();
    callback();
  };
  const timer = setTimeout(run, AT_LATEST_MS);
  addEventListener('online', run, { signal: ended });
  ended.addEventListener('abort', () => clearTimeout(timer));
}
