interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export interface QueueBounds {
  /** How many may work at once. */
  readonly atOnce: number;
  /** How many more may wait for their place. */
  readonly queue: number;
  /** How long one may wait; milliseconds, 0 for ever. */
  readonly waitMs: number;
}

/** Makes the error of somebody for whom the queue has no room, or who waited too long. */
export type Refusal = (why: 'full' | 'late') => Error;

/**
 * Lets a few at a time do something, in order, and refuses those the queue has no room for or who waited too long:
 * in an overload, served late, everybody would only wait. Each key has its own queue, which exists only while somebody
 * is in it.
 */
export class KeyedQueue {
  readonly #lines = new Map<string, Line>();
  readonly #bounds: QueueBounds;
  readonly #refusal: Refusal;

  constructor(bounds: QueueBounds, refusal: Refusal) {
    this.#bounds = bounds;
    this.#refusal = refusal;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves, once there is a place, with the function that gives it back. */
  async enter(key: string): Promise<() => void> {
    const line = this.#lineOf(key);
    if (line.running < this.#bounds.atOnce) line.running += 1;
    else if (line.waiting.size >= this.#bounds.queue) throw this.#refusal('full');
    else await this.#wait(line);
    return () => this.#leave(key, line);
  }

  /** As `enter`, but refuses whoever would have to wait. */
  enterAtOnce(key: string): () => void {
    const line = this.#lineOf(key);
    if (line.running >= this.#bounds.atOnce) throw this.#refusal('full');
    line.running += 1;
    return () => this.#leave(key, line);
  }

  #lineOf(key: string): Line {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    return line;
  }

  countWaiting(key: string): number {
    return this.#lines.get(key)?.waiting.size ?? 0;
  }

  #wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(start);
        reject(this.#refusal('late'));
      };
      const timer = this.#bounds.waitMs > 0 ? setTimeout(giveUp, this.#bounds.waitMs) : undefined;
      waiting.add(start);
    });
  }

  /** The next in the queue takes over the place directly, so that nobody slips in between. */
  #leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}
