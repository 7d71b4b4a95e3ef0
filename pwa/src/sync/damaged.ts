import { v7 as uuidv7 } from 'uuid';
import { decodeEntry, isFromNewerBuild } from '../data/outbox-entry.ts';
import type { OutboxEntry, UserDb } from '../data/user-db.ts';

const DAMAGED_TEXT = 'This entry can no longer be read. Save it as a file to keep what is left.';

/**
 * Entries that can be sent, in the order given. What cannot be read moves to `rejected` with its raw
 * text and never blocks the others. The caller's transaction holds `outbox` and `rejected`.
 */
export async function decodeOrPark(
  db: UserDb,
  stored: readonly OutboxEntry[],
  now: number,
): Promise<OutboxEntry[]> {
  const readable: OutboxEntry[] = [];
  for (const each of stored) {
    if (isFromNewerBuild(each)) continue;
    const decoded = decodeEntry(each);
    if (!decoded) await park(db, each.key, [each], now);
    else if (decoded.damaged.length > 0) await parkRows(db, decoded, now);
    else if (each.v !== decoded.entry.v) await db.outbox.put(decoded.entry);
    if (decoded && decoded.entry.rows.length > 0) readable.push(decoded.entry);
  }
  return readable;
}

type Decoded = NonNullable<ReturnType<typeof decodeEntry>>;

async function parkRows(db: UserDb, { entry, damaged }: Decoded, now: number): Promise<void> {
  await park(db, entry.key, damaged, now);
  if (entry.rows.length > 0) await db.outbox.put(entry);
}

async function park(db: UserDb, key: number, damaged: unknown[], now: number): Promise<void> {
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
  await db.outbox.delete(key);
}
