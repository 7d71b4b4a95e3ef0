/**
 * A holder starts requests for 2 s, then waits for a request (15 s), a question (8 s) and its bookkeeping; one that
 * takes longer is frozen.
 */
export const LOCK_PATIENCE_MS = 27_000;

/** The browser's locks; old browsers and some test environments have none. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/**
 * Runs `work` while no other tab or worker of this device runs work of the same name. This is only economy: without
 * locks, or with a frozen holder, the work runs anyway; a lock is never stolen.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  patienceMs = LOCK_PATIENCE_MS,
): Promise<T> {
  const here = locks();
  if (!here) return work();
  const signal = AbortSignal.timeout(patienceMs);
  let hasStarted = false;
  let started: Promise<T> | undefined;
  const start = () => {
    hasStarted = true;
    started ??= work();
    return started;
  };
  // A browser that hangs does not even say that the patience is over.
  const impatience = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      if (!hasStarted) reject(signal.reason as Error);
    });
  });
  try {
    return await Promise.race([here.request(name, { signal }, start), impatience]);
  } catch (error) {
    if (hasStarted || !signal.aborted) throw error;
    // A lock that comes late finds it done.
    return start();
  }
}
