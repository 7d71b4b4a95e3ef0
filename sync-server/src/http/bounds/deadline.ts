/** A time by which something must be done. */
export class Deadline {
  /** Rejects when the time is up. */
  readonly passed: Promise<never>;
  hasPassed = false;
  #leftMs: number;
  #runsSince = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #reject: (reason: Error) => void;
  readonly #failure: () => Error;

  /** `failure` makes what `passed` rejects with after `ms` milliseconds. */
  constructor(ms: number, failure: () => Error) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    this.#reject = reject;
    this.#failure = failure;
    this.#leftMs = ms;
    this.#start();
  }

  /** Does the work while the clock stands still. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.stop();
    this.#leftMs -= performance.now() - this.#runsSince;
    try {
      return await work();
    } finally {
      this.#start();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#runsSince = performance.now();
    this.#timer = setTimeout(() => this.#pass(), this.#leftMs);
  }

  #pass(): void {
    this.hasPassed = true;
    this.#reject(this.#failure());
  }
}
