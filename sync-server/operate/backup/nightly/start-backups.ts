import { backUpIfDue, type NightlyWork } from './back-up.ts';

/** Milliseconds. The process has given up root by then, so that the files are its own. */
const FIRST_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 300_000;

/**
 * Looks every five minutes whether a night's backup is due, and soon after the start, so that a missed night is made up
 * for. The returned function ends a backup that is being made, of which nothing is left, and resolves when it is over.
 */
export function startBackups(work: Omit<NightlyWork, 'signal'>): () => Promise<void> {
  const stop = new AbortController();
  let running = Promise.resolve();
  let isRunning = false;
  const look = () => {
    if (isRunning) return;
    isRunning = true;
    running = backUpIfDue({ ...work, signal: stop.signal })
      .then(
        () => {},
        (error: unknown) => {
          if (!stop.signal.aborted) work.log.warn({ err: error }, 'looking after backups failed');
        },
      )
      .finally(() => (isRunning = false));
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    stop.abort();
    return running;
  };
}
