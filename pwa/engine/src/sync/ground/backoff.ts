const BACKOFF_BASE_MS = 1000;
export const BACKOFF_MAX_MS = 5 * 60_000;

/**
 * Pause before the next try after `failures` failed ones in a row: 1 s doubling to 5 min, with full jitter (`chance`
 * from 0 to below 1) so that devices do not return in step. Never less than a tenth of it, because short draws would
 * hammer the server.
 */
export function backoffMs(failures: number, chance: number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(Math.max(ceiling / 10, ceiling * chance));
}

/**
 * Whether the stored time `at` has come (epoch milliseconds). If it is further ahead than the `longestMs` it was set
 * for, the device's clock was put back since; nobody knows by how much, so the pause is over.
 */
export function isPauseOver(at: number, now: number, longestMs = BACKOFF_MAX_MS): boolean {
  return at <= now || at - now > longestMs;
}
