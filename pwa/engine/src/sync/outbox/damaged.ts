import { v7 as uuidv7 } from 'uuid';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import { type DecodedEntry, decodeEntry } from '../../data/outbox-entry.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

const DAMAGED_TEXT = 'This entry can no longer be read. Save it as a file to keep what is left.';

/**
 * Moves what cannot be read to `rejected` with its raw text. If this device cannot store that, it stays where it is and
 * is skipped.
 */
export async function parkDamaged(
  db: UserDb,
  found: readonly DecodedEntry[],
  now: number,
): Promise<void> {
  if (found.length === 0) return;
  try {
    await withReopen(db, () =>
      db.transaction('rw', db.outbox, db.rejected, async () => {
        for (const { key } of found) await park(db, key, now);
      }),
    );
  } catch (error) {
    noteStorageTrouble(error);
  }
}

/** Reads the entry again, because another tab may have parked it or the person may have changed it. */
async function park(db: UserDb, key: number, now: number): Promise<void> {
  const stored = await db.outbox.get(key);
  if (!stored) return;
  const { entry, damaged } = decodeEntry(stored);
  const at = { rejectedAt: now, savedAt: now };
  const rows = damaged.map((raw) => ({
    id: uuidv7(),
    row: null,
    code: 'damaged',
    error: DAMAGED_TEXT,
    raw: JSON.stringify(raw),
    ...at,
  }));
  await db.rejected.bulkPut(rows);
  await (entry ? db.outbox.put(entry) : db.outbox.delete(key));
}
