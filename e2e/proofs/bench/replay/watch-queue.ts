import type { Page } from 'playwright';

/** Where a contestant keeps what waits; with an index, only the rows under this key of it. */
export interface Queue {
  readonly database: string;
  readonly store: string;
  readonly index?: readonly [name: string, key: number];
}

/** The name under which a page keeps its watch. */
const WATCH = 'benchWatch';

/**
 * Makes the page record when the signal is back and when its queue is empty, by counting keys now and then on
 * a separate connection, which reads no row and delays nothing. Afterwards `readWatch` returns that.
 */
export async function watchQueue(page: Page, queue: Queue): Promise<void> {
  await page.evaluate(
    async ([name, { database, store, index }]) => {
      const LOOK_AGAIN_MS = 20;
      const finish = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(request.error?.message)));
        });
      const db = await finish(indexedDB.open(database));
      const count = () => {
        const rows = db.transaction(store).objectStore(store);
        return finish(index ? rows.index(index[0]).count(index[1]) : rows.count());
      };
      if ((await count()) === 0) throw new Error('nothing waits');
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      });
      observer.observe({ type: 'longtask' });
      const ended = new Promise<number>((resolve) => {
        const look = async (startedAt: number) => {
          while ((await count()) > 0) await new Promise((next) => setTimeout(next, LOOK_AGAIN_MS));
          resolve(performance.now() - startedAt);
        };
        addEventListener('online', () => void look(performance.now()), { once: true });
      });
      Object.assign(window, { [name]: { ended, tasks } });
    },
    [WATCH, queue] as const,
  );
}

interface Watch {
  readonly ended: Promise<number>;
  readonly tasks: readonly number[];
}

/** Waits for the empty queue; returns the time it took. */
export function untilEmpty(page: Page): Promise<number> {
  return page.evaluate((name) => (Reflect.get(window, name) as Watch).ended, WATCH);
}

/** The longest task so far; call it once the page is idle. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate((name) => Math.max(0, ...(Reflect.get(window, name) as Watch).tasks), WATCH);
}
