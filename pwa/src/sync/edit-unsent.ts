import { toCsv } from '../lib/csv.ts';
import type { RejectedRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { type NewReferralInput, putEntries, toEntries, toPushRow } from './enqueue.ts';

/**
 * Sends a refused row again as the person mended it, keeping when it was taken. It gets a new id, for
 * the server may hold the old one (`id_conflict`, `deleted`). Does nothing when it is gone.
 */
export async function editRejected(
  db: UserDb,
  id: string,
  values: Omit<NewReferralInput, 'id' | 'date'>,
): Promise<void> {
  const mended = toPushRow(values);
  await withReopen(db, () =>
    db.transaction('rw', db.rejected, db.outbox, db.sync, async () => {
      const rejected = await db.rejected.get(id);
      if (!rejected) return;
      await db.rejected.delete(id);
      const date = rejected.row?.date ?? mended.date;
      await putEntries(db, toEntries([{ ...mended, date }], rejected.savedAt, rejected.uploadId));
    }),
  );
}

/** Removes a refused row; answers what was there, so that it can be put back. */
export async function removeRejected(db: UserDb, id: string): Promise<RejectedRow | undefined> {
  return withReopen(db, () =>
    db.transaction('rw', db.rejected, async () => {
      const rejected = await db.rejected.get(id);
      await db.rejected.delete(id);
      return rejected;
    }),
  );
}

/** Puts a removed row back, unless the same row was refused again meanwhile. */
export async function restoreRejected(db: UserDb, removed: RejectedRow): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.rejected, async () => {
      if (!(await db.rejected.get(removed.id))) await db.rejected.add(removed);
    }),
  );
}

/** Throws away everything unsent and refused, because the person said so. */
export async function discardWaiting(db: UserDb): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.outbox, db.rejected, async () => {
      await db.outbox.clear();
      await db.rejected.clear();
    }),
  );
}

const CSV_HEAD = ['name', 'email', 'phone', 'address', 'date', 'state', 'reason'];

/** Everything unsent and refused as CSV text, safe to open in a spreadsheet. */
export async function exportWaiting(db: UserDb): Promise<string> {
  const [entries, rejected] = await Promise.all([db.outbox.toArray(), db.rejected.toArray()]);
  const waiting = entries.flatMap((entry) =>
    Array.isArray(entry.rows)
      ? entry.rows.map((row) => [...cellsOf(row), 'waiting', ''])
      : [[...cellsOf(null), 'damaged', JSON.stringify(entry)]],
  );
  return toCsv([CSV_HEAD, ...waiting, ...rejected.map(rejectedCells)]);
}

function rejectedCells({ row, error, raw }: RejectedRow): string[] {
  return [...cellsOf(row), 'refused', raw ?? error];
}

function cellsOf(row: RejectedRow['row']): string[] {
  return [row?.name, row?.email, row?.phone, row?.address, row?.date].map((cell) => cell ?? '');
}
