/** How much the requests of one caller may take of a process (docs/operations.md). */
export interface RequestBounds {
  /** Writes of one user at work at once. */
  readonly writesPerUser: number;
  /** Writes that may wait for their turn; any more are 429. */
  readonly writesWaitingPerUser: number;
  /** A body must be there after this long; milliseconds. */
  readonly bodyMs: number;
  /** Bodies of up to 100 kB one user may have on their way at once; any more are 429. */
  readonly bodiesPerUser: number;
  /** Bodies over 100 kB that may be on their way at once (503 beyond), half of them from one user (429 beyond). */
  readonly largeBodies: number;
  /** Answers compressed at once; the others go as they are. */
  readonly compressionsAtOnce: number;
}

export const DEFAULT_BOUNDS: RequestBounds = {
  // Twice as many as the app itself sends at once, and less than half of the pool.
  writesPerUser: 4,
  // Singles that wait are stored together, so a crowd of them is quick work.
  writesWaitingPerUser: 64,
  bodyMs: 30_000,
  bodiesPerUser: 72,
  // 8 MB each at most.
  largeBodies: 16,
  compressionsAtOnce: 8,
};
