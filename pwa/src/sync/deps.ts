/** Time and chance, handed in because the rules depend on them. */
export interface SyncDeps {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to below 1, evenly. */
  random: () => number;
  wait: (delayMs: number) => Promise<void>;
}

export const realDeps: SyncDeps = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
};
