import type { AdminReferral } from '@sunloop/shared-types';
import * as v from 'valibot';
import { packRows, unpackRows } from './admin-rows.ts';
import { readAdminMeta } from './admin-blocks.ts';
import { LIST_SHAPE } from './read-shapes.ts';
import { readSyncState } from './sync-state.ts';
import type { UserDb } from './user-db.ts';

/**
 * The parts of a first whole list that have arrived, so that a fetch that breaks off resumes where it stopped. They are
 * kept in the table of the blocks under other names: they are not shown, and storing the whole list clears them with
 * the table.
 */
const HEAD = 'parts';
const PART = 'part-';
const SERIAL_DIGITS = 6;

/** Parts from another build, which packs other rows, cannot be continued (rule 37). */
const Head = v.object({
  shape: v.literal(LIST_SHAPE),
  run: v.string(),
  cursor: v.string(),
  parts: v.number(),
});

/** A fetch under way: the server's cursor when it began, and how many parts are kept. */
export type Begun = Omit<v.InferOutput<typeof Head>, 'shape'>;

/**
 * Keeps the next rows of a fetch, newest first, as they came. Returns the state of the fetch, or undefined if it cannot
 * be resumed: its user signed out, the list is complete, or another tab has begun one.
 */
export function keepAdminPart(
  db: UserDb,
  begun: Begun,
  rows: readonly AdminReferral[],
): Promise<Begun | undefined> {
  return db.transaction('rw', db.adminBlocks, db.sync, async () => {
    const { isOpen } = await readSyncState(db);
    if (!isOpen || (await readAdminMeta(db))) return undefined;
    const kept = await readHead(db);
    if (begun.parts === 0) await dropAdminParts(db);
    else if (kept?.run !== begun.run || kept.parts !== begun.parts) return undefined;
    const now = { ...begun, parts: begun.parts + 1 };
    await db.adminBlocks.put({ block: keyOf(begun.parts), text: packRows(rows) });
    await db.adminBlocks.put({ block: HEAD, text: JSON.stringify({ ...now, shape: LIST_SHAPE }) });
    return now;
  });
}

/** A fetch that broke off, with its rows; undefined if none did or if a part of it is missing. */
export function readAdminParts(
  db: UserDb,
): Promise<{ begun: Begun; rows: AdminReferral[] } | undefined> {
  return db.transaction('r', db.adminBlocks, async () => {
    const begun = await readHead(db);
    if (!begun || (await readAdminMeta(db))) return undefined;
    const keys = Array.from({ length: begun.parts }, (_, at) => keyOf(at));
    const parts = await db.adminBlocks.bulkGet(keys);
    if (parts.includes(undefined)) return undefined;
    return { begun, rows: parts.flatMap((part) => (part ? unpackRows(part.text) : [])) };
  });
}

/** Forgets a fetch that cannot be resumed; joins a caller's transaction. */
async function dropAdminParts(db: UserDb): Promise<void> {
  await db.adminBlocks.where('block').startsWith(PART).delete();
  await db.adminBlocks.delete(HEAD);
}

async function readHead(db: UserDb): Promise<Begun | undefined> {
  const stored = await db.adminBlocks.get(HEAD);
  const parsed = v.safeParse(Head, stored && JSON.parse(stored.text));
  return parsed.success ? parsed.output : undefined;
}

const keyOf = (at: number) => PART + String(at).padStart(SERIAL_DIGITS, '0');
