import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { LogEvent, LogLine, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Something that happened to rows of one entry, and why. */
export interface RowEvent {
  key: number;
  rows: readonly { id: string; name: string }[];
  event: LogEvent;
  reason?: string | null;
}

/**
 * Writes down what happened; repeats only count up. The caller's transaction holds `log` and `sync`. Nothing is
 * written about somebody who has signed out.
 */
export async function noteInLog(
  db: UserDb,
  happened: readonly RowEvent[],
  now: number,
): Promise<void> {
  if (!(await readSyncState(db)).isOpen) return;
  for (const happening of happened) await noteOne(db, happening, now);
}

async function noteOne(
  db: UserDb,
  { key, rows, event, reason = null }: RowEvent,
  now: number,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const rowIds = rows.map(({ id }) => id);
  const last = await db.log.where('key').equals(key).last();
  const merged = last?.event === event && last.reason === reason ? merge(last, rowIds) : undefined;
  if (last && merged) {
    await db.log.put({ ...last, rowIds: merged, lastAt: now, times: last.times + 1 });
    return;
  }
  const when = { at: now, lastAt: now, times: 1 };
  await db.log.add({ key, rowIds, name: first.name, event, reason, ...when });
}

/** Merges the rows of two lines: sent rows add up, others must be the same. */
function merge({ event, rowIds }: LogLine, next: string[]): string[] | undefined {
  if (event === 'sent') return [...rowIds, ...next];
  const isSame = rowIds.length === next.length && rowIds.every((id, at) => id === next[at]);
  return isSame ? rowIds : undefined;
}

/** How long the log remembers something. Milliseconds. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets old log lines, and old uploads with nothing waiting. */
export async function pruneLog(db: UserDb, now: number): Promise<void> {
  const past = now - KEPT_MS;
  await withReopen(db, () =>
    db.transaction('rw', db.log, db.uploads, db.outbox, async () => {
      await db.log.where('at').below(past).delete();
      for (const id of await db.uploads.where('at').below(past).primaryKeys()) {
        if ((await waitingOf(db, id)) === 0) await db.uploads.delete(id);
      }
    }),
  );
}

/** Rows of an upload that still wait, counted from the index. */
export async function waitingOf(db: UserDb, uploadId: string): Promise<number> {
  const sizes = await db.outbox
    .where('[uploadId+rows.length]')
    .between([uploadId, 0], [uploadId, Number.POSITIVE_INFINITY])
    .keys();
  // Dexie types a compound key as if it were one of its parts.
  return (sizes as unknown as [string, number][]).reduce((sum, [, size]) => sum + size, 0);
}
