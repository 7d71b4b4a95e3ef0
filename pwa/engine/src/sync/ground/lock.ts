import { within } from '../../lib/within.ts';

/**
 * A holder starts requests for 2 s, then waits for a request (15 s), a question (8 s) and its bookkeeping; one that
 * takes longer is frozen.
 */
export const LOCK_PATIENCE_MS = 27_000;

/** A browser that has not given a lock within this long is asked whether it answers at all. Milliseconds. */
const SILENCE_MS = 2_000;

/** Locks of a browser that did not answer; nothing here asks them again. */
const silent = new WeakSet<LockManager>();

/** The browser's locks; old browsers and some test environments have none. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/**
 * Runs `work` while no other tab or worker of this device runs work of the same name. This is only economy: without
 * locks, with a frozen holder or in a browser that does not answer, the work runs anyway; a lock is never stolen.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  patienceMs = LOCK_PATIENCE_MS,
): Promise<T> {
  const here = locks();
  if (!here || silent.has(here)) return work();
  const silence = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), silence.signal]);
  const look = async () => {
    if (!(await isSilent(here))) return;
    silent.add(here);
    silence.abort();
  };
  const timer = setTimeout(() => void look(), SILENCE_MS);
  let hasStarted = false;
  let started: Promise<T> | undefined;
  const start = () => {
    clearTimeout(timer);
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
  } finally {
    clearTimeout(timer);
  }
}

/** A browser that lists its locks, or refuses to, is alive, and whoever holds one is waited for. */
function isSilent(here: LockManager): Promise<boolean> {
  const answer = here.query().then(
    () => false,
    () => false,
  );
  return within(answer, SILENCE_MS, true);
}
