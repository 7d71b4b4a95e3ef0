import * as v from 'valibot';
import {
  kindOf,
  kindOfRow,
  NEWEST_KIND,
  type OutboxEntry,
  type OutboxRow,
} from './outbox-kinds.ts';

const StoredEntry = v.looseObject({
  key: v.number(),
  v: v.number(),
  rows: v.pipe(v.array(v.unknown()), v.minLength(1)),
  savedAt: v.number(),
  attempts: v.number(),
});

/** A stored entry as far as it can be read. */
export interface DecodedEntry {
  key: number;
  /** What can be sent of it. */
  entry: OutboxEntry | undefined;
  /** What cannot be read, as stored. */
  damaged: unknown[];
}

/** An entry with nothing left to send counts as damaged, because otherwise nothing would ever remove it. */
export function decodeEntry(stored: OutboxEntry): DecodedEntry {
  const { key } = stored;
  const parsed = v.safeParse(StoredEntry, stored);
  const read = parsed.success ? kindOf(parsed.output)?.read(parsed.output) : undefined;
  if (!read) return { key, entry: undefined, damaged: [stored] };
  const { entry, damaged } = read;
  return { key, entry: entry.rows.length > 0 ? entry : undefined, damaged };
}

/** An entry written by a newer build waits for that build; it is not damaged. */
export const isFromNewerBuild = ({ v: number }: OutboxEntry): boolean => number > NEWEST_KIND;

/** An entry with the rows of its next request; a healthy one is sent whole, unless the connection takes fewer (`most`). */
export function nextPart<Entry extends OutboxEntry>(entry: Entry, most: number): Entry {
  const whole = kindOf(entry)?.mostRows ?? most;
  const count = Math.min(entry.chunk ?? whole, whole, most);
  return { ...entry, rows: entry.rows.slice(0, count) };
}

/** Batches of rows that were saved together, each serialized once as it will be sent. */
export function toEntries(rows: readonly OutboxRow[], savedAt: number, uploadId?: string) {
  return [...Map.groupBy(rows, kindOfRow)].flatMap(([{ v: number, mostRows }, alike]) => {
    const entries = [];
    for (let at = 0; at < alike.length; at += mostRows) {
      const batch = alike.slice(at, at + mostRows);
      const file = uploadId !== undefined && { uploadId };
      entries.push({ v: number, rows: batch, savedAt, attempts: 0, ...file });
    }
    return entries;
  });
}
