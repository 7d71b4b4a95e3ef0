/** How much the requests of one caller may ask of a process (docs/operations.md). */
export interface RequestBounds {
  /** Writes of one user at work at once. */
  readonly writesPerUser: number;
  /** And those that may wait for their turn; what comes on top is 429. */
  readonly writesWaitingPerUser: number;
  /** A body must be there after this long; milliseconds. */
  readonly bodyMs: number;
  /** Bodies one user may have on their way at once; what comes on top is 429. */
  readonly bodiesPerUser: number;
  /** Bodies over 100 kB that may be on their way at once; what comes on top is 503. */
  readonly largeBodies: number;
  /** Answers compressed at once; the others go as they are. */
  readonly compressionsAtOnce: number;
}

export const DEFAULT_BOUNDS: RequestBounds = {
  // As many as the app itself sends at once.
  writesPerUser: 2,
  writesWaitingPerUser: 20,
  bodyMs: 30_000,
  bodiesPerUser: 8,
  // 8 MB each at most.
  largeBodies: 16,
  compressionsAtOnce: 8,
};
