import { ACHIEVEMENT_CHECK_MS } from '@sunloop/shared-types/limits.ts';

/** How much of a process requests may use (docs/run/operations.md). */
export interface RequestBounds {
  /** What a request may wait for in all, its body excepted; milliseconds. */
  readonly requestMs: number;
  /** Calls the process works on at once; any more are 503. */
  readonly callsAtOnce: number;
  /** Writes of one user that run at once. */
  readonly writesPerUser: number;
  /** Writes that may wait for their turn; any more are 429. */
  readonly writesWaitingPerUser: number;
  /** A body must have arrived within this time; milliseconds. */
  readonly bodyMs: number;
  /** In each span of so many milliseconds a kilobyte a second of it must arrive. */
  readonly paceMs: number;
  /** Bodies of up to 100 kB that one user may be sending at once; any more are 429. */
  readonly bodiesPerUser: number;
  /** For so many bodies of 8 MB there is room while they arrive (any more is 503), a quarter of it for one user (429). */
  readonly largeBodies: number;
  /** Responses compressed at once; the others are sent as they are. */
  readonly compressionsAtOnce: number;
  /** How long the apps are asked to wait between two achievement checks; seconds. */
  readonly checkSeconds: number;
}

export const DEFAULT_BOUNDS: RequestBounds = {
  // Well within the 15 s after which the app itself gives up.
  requestMs: 11_000,
  // A burst after a pause of garbage collection fits in; in an overload all of these are answered within a second (docs/run/scaling.md).
  callsAtOnce: 128,
  // Twice as many as the app itself sends at once, and less than half of the pool.
  writesPerUser: 4,
  // Single referrals that wait are stored together, so many of them are done quickly.
  writesWaitingPerUser: 64,
  bodyMs: 30_000,
  paceMs: 10_000,
  bodiesPerUser: 72,
  largeBodies: 16,
  compressionsAtOnce: 8,
  checkSeconds: ACHIEVEMENT_CHECK_MS / 1000,
};
