/** Who would wait longer for a place is refused; milliseconds. A burst after a pause of the database or of the process fits in. */
const WAIT_MS = 500;
/** Where nobody leaves, as when the database hangs, who waits is refused at last. Milliseconds. */
const PATIENCE_MS = 1000;
/** The line in which so many may wait for a place even if that takes long. */
const SHORT_LINE = 4;
/** How much a wait that is over counts in what is known of how soon places come free. */
const WEIGHT = 1 / 8;
/** While somebody waits, it is looked every so often whether a turn of the event loop takes longer than it should; milliseconds. */
const LOOK_EVERY_MS = 20;
const TURN_MS = 40;
const FEWER = 0.75;
const MORE_AT_ONCE = 4;

export interface DoorBounds {
  /** How many are let in at once if the event loop keeps up. */
  readonly most: number;
  /** How many are let in however long its turns take. */
  readonly least: number;
}

/**
 * Lets a few in at once and others wait, as long as a place comes free soon: how soon is measured, and so is how long a turn of
 * the event loop takes. So a machine with less to give accepts less, instead of answering and refusing later.
 */
export class Door {
  readonly #bounds: DoorBounds;
  #atOnce: number;
  #inside = 0;
  readonly #waiting = new Set<(isIn: boolean) => void>();
  /** In which a place comes free; milliseconds. At first as on a machine with nothing else to do. */
  #placeMs = 1;
  #isWatching = false;

  constructor(bounds: DoorBounds) {
    this.#bounds = bounds;
    this.#atOnce = bounds.most;
  }

  /** Whether there is a place, which is given back by `leave`; false at once for whoever would wait too long. */
  enter(): true | Promise<boolean> | false {
    if (this.#inside < this.#atOnce) {
      this.#inside += 1;
      return true;
    }
    const ahead = this.#waiting.size;
    if (ahead >= SHORT_LINE && ahead * this.#placeMs > WAIT_MS) return false;
    return this.#wait();
  }

  /** For whoever was inside before: they are let in, and fewer others. */
  enterAgain(): void {
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  #letIn(): void {
    for (const next of this.#waiting) {
      if (this.#inside >= this.#atOnce) return;
      this.#inside += 1;
      next(true);
    }
  }

  #wait(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const [ahead, since] = [this.#waiting.size, performance.now()];
    const end = (isIn: boolean) => {
      clearTimeout(timer);
      this.#waiting.delete(end);
      // Over a whole wait, since places come free in bursts, with the turns of the event loop.
      const placeMs = (performance.now() - since) / (ahead + 1);
      this.#placeMs += (placeMs - this.#placeMs) * WEIGHT;
      resolve(isIn);
    };
    const timer = setTimeout(end, PATIENCE_MS, false);
    this.#waiting.add(end);
    if (!this.#isWatching) this.#watchTurns();
    return promise;
  }

  /** What works at once is ready at once, and a turn takes as long as all of it; nobody is refused before its end. */
  #watchTurns(): void {
    this.#isWatching = true;
    const dueAt = performance.now() + LOOK_EVERY_MS;
    setTimeout(() => {
      const isLong = performance.now() - dueAt > TURN_MS;
      const wanted = isLong ? this.#atOnce * FEWER : this.#atOnce + MORE_AT_ONCE;
      this.#atOnce = Math.max(this.#bounds.least, Math.min(this.#bounds.most, wanted));
      this.#letIn();
      if (this.#waiting.size > 0) this.#watchTurns();
      else this.#isWatching = false;
    }, LOOK_EVERY_MS);
  }
}
