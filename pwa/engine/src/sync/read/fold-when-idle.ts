import { foldArrived } from '../../data/own-referrals.ts';
import { readSyncState } from '../../data/sync-state.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Rows per transaction, which is over before anybody notices that it was in the way. */
const ROWS_A_FOLD = 200;
/** After this long without anything sent or arriving, a replay is over. Milliseconds. */
const IDLE_MS = 1000;

/**
 * Moves what large pushes brought into `referrals`, a few rows at a time and soon all of them, because whoever follows the
 * list reads again meanwhile; only while nothing is being sent. It only makes later reads faster. Returns how to stop.
 */
export function foldWhenIdle(db: UserDb): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFolding = false;
  const stopped = new AbortController();
  const foldAll = async () => {
    isFolding = true;
    try {
      let tookMs = 0;
      while (!stopped.signal.aborted && (await isDue(db))) {
        // Sending and reading get as much of the database's time.
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        tookMs = await foldSome(db);
      }
    } finally {
      isFolding = false;
    }
  };
  const look = async () => {
    // It looks by itself, and what it moves is no news.
    if (isFolding) return;
    clearTimeout(timer);
    if (await isDue(db))
      timer = setTimeout(() => void foldAll().catch(noteStorageTrouble), IDLE_MS);
  };
  const stop = watchTables(db, ['arrived', 'sync'], () => look().catch(noteStorageTrouble));
  return () => {
    stopped.abort();
    clearTimeout(timer);
    stop();
  };
}

/** Whether there is something to move, and nothing being sent. */
async function isDue(db: UserDb): Promise<boolean> {
  const [arrived, { sending }] = await withReopen(db, () =>
    Promise.all([db.arrived.count(), readSyncState(db)]),
  );
  return arrived > 0 && sending === 0;
}

/** Returns how many milliseconds it took. */
async function foldSome(db: UserDb): Promise<number> {
  const startedAt = performance.now();
  const tables = [db.referrals, db.arrived];
  await withReopen(db, () => db.transaction('rw', tables, () => foldArrived(db, ROWS_A_FOLD)));
  return performance.now() - startedAt;
}
