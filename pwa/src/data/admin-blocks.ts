import type { AdminReferral } from '@sunloop/shared-types';
import { packRows, unpackRows } from './admin-rows.ts';
import { LIST_SHAPE } from './read-shapes.ts';
import type { AdminBlock, UserDb } from './user-db.ts';

/**
 * Everybody's referrals on an admin's device. IndexedDB's cost is per record, so 200,000 rows are kept in 256 blocks
 * (by the end of the id), packed as text. Changes are not written into their blocks, because a few hundred ids would
 * rewrite all of them; they are appended in order, and `compact` folds them in.
 */
const META = 'meta';
const NEWEST = 'newest';
const CHANGES = 'changes-';
const SERIAL_DIGITS = 12;
/** The rows a list shows first; kept apart so that they need not wait for the blocks. */
const NEWEST_ROWS = 300;
const BLOCKS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));
/** Blocks per read: unpacking them takes a few milliseconds, and other work gets a turn in between. */
const BLOCKS_A_READ = 16;

/** The state of the blocks: `base` names what was stored whole, `changes` counts what was appended to it. */
export interface AdminMeta {
  /** The shape its rows are packed in, which may be another build's. */
  shape: string;
  base: string;
  changes: number;
  /** Number of rows in the base, and how many have each status. */
  total: number;
  counts: Readonly<Record<string, number>>;
}

/** Rows to put and ids to remove, newer than everything before them. */
export interface AdminChange {
  rows: AdminReferral[];
  deletedIds: string[];
}

/** Undefined if the list was never stored, or was stored by a build that packs rows differently (rule 37). */
export async function readAdminMeta(db: UserDb): Promise<AdminMeta | undefined> {
  const stored = await db.adminBlocks.get(META);
  const meta = stored && (JSON.parse(stored.text) as AdminMeta);
  return meta?.shape === LIST_SHAPE ? meta : undefined;
}

/** Replaces the list with a whole new one; joins a caller's transaction over `adminBlocks`. */
export function replaceAdminReferrals(
  db: UserDb,
  rows: readonly AdminReferral[],
): Promise<AdminMeta> {
  return db.transaction('rw', db.adminBlocks, async () => {
    await db.adminBlocks.clear();
    const groups = Map.groupBy(rows, ({ id }) => id.slice(-2).toLowerCase());
    await db.adminBlocks.bulkPut(
      BLOCKS.map((block) => ({ block, text: packRows(groups.get(block) ?? []) })),
    );
    const newest = newestOf(rows).slice(0, NEWEST_ROWS);
    await db.adminBlocks.put({ block: NEWEST, text: packRows(newest) });
    const base = crypto.randomUUID();
    const counts = countsOf(rows);
    return writeMeta(db, { shape: LIST_SHAPE, base, changes: 0, total: rows.length, counts });
  });
}

/**
 * Changes the stored list, if there is one; cheap no matter how many blocks the ids fall into. Joins a caller's
 * transaction over `adminBlocks`.
 */
export function putAdminReferrals(
  db: UserDb,
  rows: readonly AdminReferral[],
  deletedIds: readonly string[],
): Promise<void> {
  return db.transaction('rw', db.adminBlocks, async () => {
    const meta = await readAdminMeta(db);
    if (!meta || rows.length + deletedIds.length === 0) return;
    const changes = meta.changes + 1;
    const text = JSON.stringify({ rows, deletedIds });
    await db.adminBlocks.put({ block: keyOfChange(changes), text });
    await writeMeta(db, { ...meta, changes });
  });
}

/**
 * Folds the changes in, unless others came since `meta` was read; `rows` is the list with all of them. Returns the
 * new state, or undefined if nothing was done.
 */
export function compactAdminReferrals(
  db: UserDb,
  meta: AdminMeta,
  rows: readonly AdminReferral[],
): Promise<AdminMeta | undefined> {
  return db.transaction('rw', db.adminBlocks, async () => {
    const now = await readAdminMeta(db);
    const isSame = now?.base === meta.base && now.changes === meta.changes;
    return isSame ? replaceAdminReferrals(db, rows) : undefined;
  });
}

export function applyAdminChange(
  found: Map<string, AdminReferral>,
  { rows, deletedIds }: AdminChange,
): void {
  for (const row of rows) found.set(row.id, row);
  for (const id of deletedIds) found.delete(id);
}

/**
 * Hands over the base block by block, all from one state, and returns that state; changes are not included. Undefined
 * if the list was never stored.
 */
export function loadAdminBlocks(
  db: UserDb,
  onRows: (rows: AdminReferral[]) => void,
): Promise<AdminMeta | undefined> {
  return db.transaction('r', db.adminBlocks, async () => {
    const meta = await readAdminMeta(db);
    if (!meta) return undefined;
    for (let at = 0; at < BLOCKS.length; at += BLOCKS_A_READ) {
      const blocks = await db.adminBlocks.bulkGet(BLOCKS.slice(at, at + BLOCKS_A_READ));
      for (const block of blocks) if (block) onRows(unpackRows(block.text));
    }
    return meta;
  });
}

/** Changes appended to the base, in order. */
export async function readAdminChanges(
  db: UserDb,
  { after, upTo }: { after: number; upTo: number },
): Promise<AdminChange[]> {
  if (after >= upTo) return [];
  const stored = await db.adminBlocks
    .where('block')
    .between(keyOfChange(after), keyOfChange(upTo), false, true)
    .toArray();
  return stored.map(({ text }: AdminBlock) => JSON.parse(text) as AdminChange);
}

/** The newest rows of the base, newest first. */
export async function readNewestReferrals(db: UserDb): Promise<AdminReferral[]> {
  const stored = await db.adminBlocks.get(NEWEST);
  return stored ? unpackRows(stored.text) : [];
}

/** By the day of the referral, newest first; the initial order of lists. */
export function newestOf(rows: readonly AdminReferral[]): AdminReferral[] {
  return rows.toSorted(
    (a, b) => compare(b.date, a.date) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id),
  );
}

function countsOf(rows: readonly AdminReferral[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const keyOfChange = (serial: number) => CHANGES + String(serial).padStart(SERIAL_DIGITS, '0');

async function writeMeta(db: UserDb, meta: AdminMeta): Promise<AdminMeta> {
  await db.adminBlocks.put({ block: META, text: JSON.stringify(meta) });
  return meta;
}
