import { type Dexie, liveQuery } from 'dexie';
import type { Follow } from '../lib/follow.ts';
import { isOutdated } from './storage/notices.ts';
import { withReopen } from './with-reopen.ts';

/**
 * A read that is done again after each change of what it has read, in any tab or worker; for large ones there is
 * `followRead`. A lost connection is opened again, and what fails nevertheless is reported: Dexie alone says nothing of
 * a database that was closed, and a page would load forever.
 */
export function followLive<T>(db: Dexie, read: () => PromiseLike<T>): Follow<T> {
  return (onValue, onError) => {
    let isEnded = false;
    let stop = () => {};
    /** Resolves with the first answer. A query of its own each time, because Dexie follows no read behind a reopening. */
    const query = () =>
      new Promise<void>((resolve, reject) => {
        if (isEnded) return resolve();
        let isFirst = true;
        const following = liveQuery(() => outcomeOf(read)).subscribe((outcome) => {
          if ('value' in outcome) {
            isFirst = false;
            onValue(outcome.value);
            resolve();
          } else {
            stop();
            if (isFirst) reject(outcome.error);
            else keep();
          }
        });
        stop = () => following.unsubscribe();
      });
    const keep = () => {
      withReopen(db, query).catch((error: unknown) => {
        // If a newer build took over the database, a notice says so; the page stays as it was.
        if (!isEnded && !isOutdated(db)) onError(error);
      });
    };
    keep();
    return () => {
      isEnded = true;
      stop();
    };
  };
}

type Outcome<T> = { value: T } | { error: unknown };

/** No async function: a native await may leave the live query, which Dexie tracks through promises. */
function outcomeOf<T>(read: () => PromiseLike<T>): Promise<Outcome<T>> {
  const answered = read() as Promise<T>;
  return answered.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
