/** Who would wait longer for a place is refused; milliseconds. A burst after a pause of the database or of the process fits in. */
const WAIT_MS = 500;
/** Where nobody leaves, as when the database hangs, who waits is refused at last. Milliseconds. */
const PATIENCE_MS = 1000;
/** The line in which so many may wait for a place even if that takes long. */
const SHORT_LINE = 4;
/** How much a place that comes free counts in what is known of how soon that happens. */
const WEIGHT = 1 / 100;

/**
 * Lets so many in at once and the others wait, as long as a place comes free soon: how soon is measured, so that a machine with
 * less to give accepts less instead of answering later.
 */
export class Door {
  readonly #atOnce: number;
  #inside = 0;
  readonly #waiting = new Set<(isIn: boolean) => void>();
  /** Between two places that come free while somebody waits; milliseconds. At first as on a machine with nothing else to do. */
  #betweenMs = 1;
  #freedAt: number | undefined;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Whether there is a place, which is given back by `leave`; false at once for whoever would wait too long. */
  enter(): true | Promise<boolean> | false {
    if (this.#inside < this.#atOnce) {
      this.#inside += 1;
      return true;
    }
    const ahead = this.#waiting.size;
    if (ahead >= SHORT_LINE && ahead * this.#betweenMs > WAIT_MS) return false;
    return this.#wait();
  }

  /** For whoever was inside before: they are let in, and fewer others. */
  enterAgain(): void {
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    const [next] = this.#waiting;
    if (!next) this.#freedAt = undefined;
    else if (this.#inside < this.#atOnce) {
      this.#noteFree();
      this.#inside += 1;
      next(true);
    }
  }

  #noteFree(): void {
    const now = performance.now();
    if (this.#freedAt !== undefined)
      this.#betweenMs += (now - this.#freedAt - this.#betweenMs) * WEIGHT;
    this.#freedAt = now;
  }

  #wait(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (isIn: boolean) => {
      clearTimeout(timer);
      this.#waiting.delete(end);
      resolve(isIn);
    };
    const timer = setTimeout(end, PATIENCE_MS, false);
    this.#waiting.add(end);
    return promise;
  }
}
