import { noteStorageTrouble } from '../../data/storage/health.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { fetchReceipts } from './receipts.ts';

/** Rows of one send, and of all that are looked at: receipts of a large file come when they are looked for. */
const ROWS_MAX = 50;
/** Lines of the log in which these are looked for. */
const LINES_MAX = 20;
/** After this long without anything sent or arriving, a send is over. Milliseconds. */
const IDLE_MS = 1000;

/** Fetches the receipts of what was sent lately, so that they can be shown and checked without signal. Returns how to stop. */
export function keepReceipts(db: UserDb): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keptUpTo: number | null | undefined;
  const keep = async (sentAt: number | null) => {
    if (await fetchReceipts(db, await readSentLately(db))) keptUpTo = sentAt;
  };
  const look = async () => {
    clearTimeout(timer);
    const [arrived, { sending, lastSentAt, reach }] = await withReopen(db, () =>
      Promise.all([db.arrived.count(), readSyncState(db)]),
    );
    if (arrived > 0 || sending > 0 || reach !== 'ok' || lastSentAt === keptUpTo) return;
    timer = setTimeout(() => void keep(lastSentAt).catch(noteStorageTrouble), IDLE_MS);
  };
  const stop = watchTables(db, ['arrived', 'sync'], () => look().catch(noteStorageTrouble));
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The newest rows that small sends brought to the server, as far as they are in the list. */
async function readSentLately(db: UserDb) {
  return withReopen(db, async () => {
    const sent = db.log.where('event').equals('sent');
    // oxlint-disable-next-line unicorn/no-array-reverse -- a query of the database, no array
    const lines = await sent.reverse().limit(LINES_MAX).toArray();
    const small = lines.filter(({ rowIds }) => rowIds.length <= ROWS_MAX);
    const ids = small.flatMap(({ rowIds }) => rowIds).slice(0, ROWS_MAX);
    const rows = await db.referrals.bulkGet(ids);
    return rows.flatMap((row) => (row?.email ? row : []));
  });
}
