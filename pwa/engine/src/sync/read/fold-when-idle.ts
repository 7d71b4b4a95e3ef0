import { foldArrived } from '../../data/own-referrals.ts';
import { readSyncState } from '../../data/sync-state.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Rows per transaction: a few milliseconds of the page's time. */
const ROWS_A_FOLD = 200;
/** After this long without anything sent or arriving, a replay is over. Milliseconds. */
const IDLE_MS = 1000;

/**
 * Moves what large pushes brought into `referrals`, a few rows at a time, while nothing is being sent. It only makes
 * later reads faster. Returns how to stop.
 */
export function foldWhenIdle(db: UserDb): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fold = async () => {
    const tables = [db.referrals, db.arrived];
    await withReopen(db, () => db.transaction('rw', tables, () => foldArrived(db, ROWS_A_FOLD)));
  };
  // Folding changes `arrived`, which triggers the rest.
  const look = async () => {
    clearTimeout(timer);
    const [arrived, { sending }] = await withReopen(db, () =>
      Promise.all([db.arrived.count(), readSyncState(db)]),
    );
    if (arrived === 0 || sending > 0) return;
    timer = setTimeout(() => void fold().catch(noteStorageTrouble), IDLE_MS);
  };
  const stop = watchTables(db, ['arrived', 'sync'], () => look().catch(noteStorageTrouble));
  return () => {
    clearTimeout(timer);
    stop();
  };
}
