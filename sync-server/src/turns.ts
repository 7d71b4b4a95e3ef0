interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export interface TurnBounds {
  /** How many may work at once. */
  readonly atOnce: number;
  /** How many more may wait for their turn. */
  readonly queue: number;
}

/**
 * Lets a few at a time do something, in order, and refuses those the queue has no room for. Each
 * key has its own queue, which exists only while somebody is in it.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #bounds: TurnBounds;
  readonly #refusal: () => Error;

  /** `refusal` makes the error thrown if the queue is full. */
  constructor(bounds: TurnBounds, refusal: () => Error) {
    this.#bounds = bounds;
    this.#refusal = refusal;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#take(key);
    try {
      return await work();
    } finally {
      this.#giveBack(key);
    }
  }

  async #take(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#bounds.atOnce) {
      line.running += 1;
      return;
    }
    if (line.waiting.length >= this.#bounds.queue) throw this.#refusal();
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  /** The next in the queue takes over the place directly, so that nobody slips in between. */
  #giveBack(key: string): void {
    const line = this.#lines.get(key);
    if (!line) throw new Error(`nobody is in the queue of ${key}`);
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}
