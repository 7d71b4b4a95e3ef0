/** A holder is at most one request (15 s) and its bookkeeping; one that holds longer is frozen. */
const LOCK_PATIENCE_MS = 25_000;

/**
 * Runs `work` while no other tab or worker of this device runs work of the same name. Only economy:
 * where there are no locks, or the holder is frozen, the work runs all the same; a lock is never
 * stolen.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  patienceMs = LOCK_PATIENCE_MS,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const signal = AbortSignal.timeout(patienceMs);
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return work();
  };
  try {
    return await locks.request(name, { signal }, start);
  } catch (error) {
    if (hasStarted || !signal.aborted) throw error;
    return work();
  }
}
