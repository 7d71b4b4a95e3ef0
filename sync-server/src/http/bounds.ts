/** How much the requests of one caller may ask of a process (docs/operations.md). */
export interface RequestBounds {
  /** Writes of one user at work at once. */
  readonly writesPerUser: number;
  /** And those that may wait for their turn; what comes on top is 429. */
  readonly writesWaitingPerUser: number;
}

export const DEFAULT_BOUNDS: RequestBounds = {
  // As many as the app itself sends at once.
  writesPerUser: 2,
  writesWaitingPerUser: 20,
};
