import { Dexie } from 'dexie';
import type { UserDb } from './user-db.ts';

/** After a read the device gets so many times as long for everything else before the next one. */
const REST_FACTOR = 4;

type TableName = 'referrals' | 'arrived' | 'outbox' | 'rejected' | 'resources';

/**
 * Runs `read` at once and after changes of the tables, in whatever tab or worker: a live query for reads so
 * large that a run after each of a hundred writes would take the page's whole time. One read at a time, then
 * a rest in proportion to it; the last change is always read. Ends with the returned function.
 */
export function watchTables(
  db: UserDb,
  tables: readonly TableName[],
  read: () => Promise<void>,
): () => void {
  let isEnded = false;
  let isBusy = false;
  let isChanged = false;
  const run = async () => {
    isBusy = true;
    const startedAt = performance.now();
    await read();
    const tookMs = performance.now() - startedAt;
    setTimeout(() => {
      isBusy = false;
      if (isChanged && !isEnded) begin();
    }, tookMs * REST_FACTOR);
  };
  const begin = () => {
    isChanged = false;
    void run();
  };
  const watched = tables.map((name) => `idb://${db.name}/${name}/`);
  const handleChange = (parts: Record<string, unknown>) => {
    if (!Object.keys(parts).some((part) => watched.some((name) => part.startsWith(name)))) return;
    isChanged = true;
    if (!isBusy) begin();
  };
  Dexie.on('storagemutated', handleChange);
  begin();
  return () => {
    isEnded = true;
    Dexie.on.storagemutated.unsubscribe(handleChange);
  };
}
