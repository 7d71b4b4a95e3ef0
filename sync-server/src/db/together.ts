import { AsyncLocalStorage } from 'node:async_hooks';

const ofNobody = AsyncLocalStorage.snapshot();

/** Items of one batch at most; a push of one person's may hold five times as many rows. */
const BATCH_MAX = 100;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly answer: (result: Result | undefined) => void;
}

export interface Shared<Item, Result> {
  /** What items of one batch must not share; who comes later with it waits for the next batch. */
  readonly keysOf: (item: Item) => readonly string[];
  /** Does all of them or, where it throws, none; in their order, undefined for what it left. */
  readonly store: (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
}

/**
 * Lets callers who wait at the same moment share one piece of work. The first goes at once, alone; who comes
 * while it runs goes together with the others behind it. The answer is undefined where the work left an item
 * to its caller: all of a batch that failed, so that one item's fault is no other's.
 */
export class Together<Item, Result> {
  readonly #shared: Shared<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  constructor(shared: Shared<Item, Result>) {
    this.#shared = shared;
  }

  add(item: Item): Promise<Result | undefined> {
    return new Promise((answer) => {
      this.#waiting.push({ item, answer });
      // What ends with the caller's request must not end the others'.
      if (!this.#isRunning) void ofNobody(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      // Each caller does its own item then and meets the failure itself, if it was not another's.
      const results = await this.#shared.store(batch.map(({ item }) => item)).catch(() => []);
      for (const [at, { answer }] of batch.entries()) answer(results[at]);
    }
    this.#isRunning = false;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const taken = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    this.#waiting = this.#waiting.filter((waiting) => {
      const keys = this.#shared.keysOf(waiting.item);
      const isApart = !keys.some((key) => taken.has(key));
      for (const key of keys) taken.add(key);
      if (!isApart || batch.length === BATCH_MAX) return true;
      batch.push(waiting);
      return false;
    });
    return batch;
  }
}
