import * as v from 'valibot';
import {
  kindOf,
  kindOfRow,
  NEWEST_KIND,
  type OutboxEntry,
  type OutboxRow,
} from './outbox-kinds.ts';

/** Pure steps from an older shape to the next: `UPGRADES[n]` makes version n + 1. A shipped step is never edited. */
const UPGRADES: Readonly<Record<number, (entry: object) => object>> = {};

const StoredEntry = v.looseObject({
  key: v.number(),
  v: v.number(),
  rows: v.array(v.unknown()),
  savedAt: v.number(),
  attempts: v.number(),
});

export interface DecodedEntry {
  entry: OutboxEntry;
  /** Rows that can no longer be read, as stored. */
  damaged: unknown[];
}

/** Reads a stored entry of this or an older version; undefined if nothing of it can be read. */
export function decodeEntry(stored: unknown, upgrades = UPGRADES): DecodedEntry | undefined {
  const parsed = v.safeParse(StoredEntry, upgradeEntry(stored, upgrades));
  return parsed.success ? kindOf(parsed.output)?.read(parsed.output) : undefined;
}

/** An entry written by a newer build waits for that build; it is not damaged. */
export function isFromNewerBuild(stored: unknown): boolean {
  const version = versionOf(stored);
  return version !== undefined && version > NEWEST_KIND;
}

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

/** An entry on which a step fails counts as unreadable, which parks it. */
function upgradeEntry(stored: unknown, upgrades: typeof UPGRADES): unknown {
  const version = versionOf(stored);
  const upgrade = version === undefined ? undefined : upgrades[version];
  if (!upgrade) return stored;
  try {
    return upgradeEntry(upgrade(stored as object), upgrades);
  } catch {
    return undefined;
  }
}

function versionOf(stored: unknown): number | undefined {
  const parsed = v.safeParse(v.looseObject({ v: v.number() }), stored);
  return parsed.success ? parsed.output.v : undefined;
}
