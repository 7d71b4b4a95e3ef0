import { AsyncLocalStorage } from 'node:async_hooks';

const outsideAnyRequest = AsyncLocalStorage.snapshot();

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly answer: (result: Result | undefined) => void;
}

export interface BatchedWork<Item, Result> {
  /** Items of one batch at most. */
  readonly most: number;
  /**
   * What items of one batch must not share; an item that shares one with an earlier item waits for the next batch.
   */
  readonly keysOf: (item: Item) => readonly string[];
  /**
   * Does all of them or, if it throws, none; returns results in their order, undefined for items it left out.
   */
  readonly store: (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
}

/**
 * Lets callers who wait at the same moment share one piece of work. The first goes at once, alone; callers
 * that come while it runs go together after it. The result is undefined if the work left the item to its
 * caller, as with all items of a failed batch, so that one bad item does not fail others.
 */
export class Batcher<Item, Result> {
  readonly #work: BatchedWork<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  constructor(work: BatchedWork<Item, Result>) {
    this.#work = work;
  }

  add(item: Item): Promise<Result | undefined> {
    return new Promise((answer) => {
      this.#waiting.push({ item, answer });
      // The end of one caller's request must not end the work of the others.
      if (!this.#isRunning) void outsideAnyRequest(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      // Each caller then does its own item, and gets the failure if its item caused it.
      const results = await this.#work.store(batch.map(({ item }) => item)).catch(() => []);
      for (const [at, { answer }] of batch.entries()) answer(results[at]);
    }
    this.#isRunning = false;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const taken = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    this.#waiting = this.#waiting.filter((waiting) => {
      const keys = this.#work.keysOf(waiting.item);
      const isApart = !keys.some((key) => taken.has(key));
      for (const key of keys) taken.add(key);
      if (!isApart || batch.length === this.#work.most) return true;
      batch.push(waiting);
      return false;
    });
    return batch;
  }
}
