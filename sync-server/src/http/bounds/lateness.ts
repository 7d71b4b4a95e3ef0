/** How often the loop is looked at, and how long a look counts; milliseconds. */
const LOOK_EVERY_MS = 20;
const MEMORY_MS = 250;

/**
 * How late an event loop is, in the mean of the last quarter of a second: a single pause, such as a garbage collection,
 * says little, but everybody waits for one that is late again and again. Times in milliseconds.
 */
export class Lateness {
  #mean = 0;
  #lookedAt: number;

  constructor(now: number) {
    this.#lookedAt = now;
  }

  /** Called every 20 ms, or as soon after as the loop gets to it. */
  look(now: number): void {
    this.#mean = this.at(now);
    this.#lookedAt = now;
  }

  /** Also counts the time for which no look came, so that the end of a long turn of the loop knows how long it was. */
  at(now: number): number {
    const passed = now - this.#lookedAt;
    const late = Math.max(0, passed - LOOK_EVERY_MS);
    const weight = 1 - Math.exp(-passed / MEMORY_MS);
    return this.#mean + weight * (late - this.#mean);
  }
}

let ofProcess: Lateness | undefined;

/** The lateness of this process's loop, which is watched from the first call on. */
export function loopLateness(): Lateness {
  if (ofProcess) return ofProcess;
  const lateness = new Lateness(performance.now());
  setInterval(() => lateness.look(performance.now()), LOOK_EVERY_MS).unref();
  ofProcess = lateness;
  return lateness;
}
