import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright';

/** A refresh that the app does not show within this time is given up. */
const MOST_MS = 120_000;
/** The app calls data stale after five minutes. */
const LATER_MS = 6 * 60_000;
const LOOK_AGAIN_MS = 5;

export interface Refreshed {
  /** Until the device has the server's changes, whose cursor is stored with them. */
  readonly storedMs: number;
  /** Until the list shows them. */
  readonly shownMs: number;
}

/**
 * Makes the page see that six minutes have passed and the network is back, and waits for the changed status
 * at the top of its list.
 */
export function comeBack(
  page: Page,
  { userId, word }: { userId: string; word: string },
): Promise<Refreshed> {
  return page.evaluate(
    async (given) => {
      const finish = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(request.error?.message)));
        });
      const db = await finish(indexedDB.open(given.database));
      const cursor = async () => {
        const row: unknown = await finish(
          db.transaction('resources').objectStore('resources').get(given.path),
        );
        return (row as { cursor?: string } | undefined)?.cursor;
      };
      const isShown = () => {
        const items = [...document.querySelectorAll('main [role=listitem], main li')];
        const first = items.find((item) => item.textContent?.includes('Friend'));
        return first?.textContent?.includes(given.word) ?? false;
      };
      const before = await cursor();
      if (isShown()) throw new Error('the list shows it already');
      const now = Date.now.bind(Date);
      Date.now = () => now() + given.laterMs;
      const startedAt = performance.now();
      const until = async (isThere: () => boolean | Promise<boolean>) => {
        for (;;) {
          const isDone = await isThere();
          const elapsedMs = performance.now() - startedAt;
          if (isDone) return elapsedMs;
          if (elapsedMs > given.mostMs) throw new Error('it never comes');
          await new Promise((resolve) => setTimeout(resolve, given.lookAgainMs));
        }
      };
      window.dispatchEvent(new Event('online'));
      const [storedMs, shownMs] = await Promise.all([
        until(async () => (await cursor()) !== before),
        until(isShown),
      ]);
      db.close();
      return { storedMs, shownMs };
    },
    {
      database: `referrals-${userId}`,
      path: routes.pullReferrals.path,
      word,
      laterMs: LATER_MS,
      mostMs: MOST_MS,
      lookAgainMs: LOOK_AGAIN_MS,
    },
  );
}
