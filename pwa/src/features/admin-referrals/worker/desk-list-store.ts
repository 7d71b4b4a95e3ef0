import {
  type AdminMeta,
  compactAdminReferrals,
  loadAdminBlocks,
  readAdminChanges,
  readAdminMeta,
  readNewestReferrals,
} from '../../../data/admin-blocks.ts';
import type { UserDb } from '../../../data/user-db.ts';
import type { DeskCounts } from '../desk-view.ts';
import { ReferralTable } from '../referral-table.ts';
import { withReopen } from '../../../data/with-reopen.ts';

/** From this many appended changes on they are folded in, because reading them slows every start a little. */
const CHANGES_MAX = 50;

/** The device's rows in memory, brought up to date with what it stores. */
export interface DeskListStore {
  readonly table: ReferralTable;
  /** The newest rows, to be shown while the others are still being read. */
  head: ReferralTable | undefined;
  /** Counts of the whole list when it was stored. */
  headCounts: DeskCounts;
  known: AdminMeta | undefined;
}

export function emptyStore(): DeskListStore {
  return { table: new ReferralTable(), head: undefined, headCounts: {}, known: undefined };
}

/** Reads the first rows if nothing was read yet. Returns whether there is a list. */
export async function readHead(db: UserDb, store: DeskListStore): Promise<boolean> {
  const { meta, rows, changes } = await withReopen(db, () =>
    db.transaction('r', db.adminBlocks, async () => {
      const meta = await readAdminMeta(db);
      const rows = meta ? await readNewestReferrals(db) : [];
      const changes = await readAdminChanges(db, { after: 0, upTo: meta?.changes ?? 0 });
      return { meta, rows, changes };
    }),
  );
  if (!meta) return false;
  const last = rows.at(-1)?.date ?? '';
  const isAll = rows.length === meta.total;
  const head = new ReferralTable();
  head.put(rows);
  for (const change of changes) {
    // Older rows come after what is shown first.
    const near = change.rows.filter(({ id, date }) => isAll || date >= last || head.placeOf(id));
    head.apply({ ...change, rows: near });
  }
  store.head = head;
  store.headCounts = { ...meta.counts, all: Math.max(meta.total, head.rows.length) };
  return true;
}

/** Brings the table up to date with what is stored; returns whether anything in it changed. */
export function catchUp(db: UserDb, store: DeskListStore): Promise<boolean> {
  return withReopen(db, () => readChanges(db, store));
}

async function readChanges(db: UserDb, store: DeskListStore): Promise<boolean> {
  const meta = await readAdminMeta(db);
  const { known, table } = store;
  if (meta?.base === known?.base && meta?.changes === known?.changes) return false;
  if (!meta) {
    table.keepOnly(new Set());
    store.known = undefined;
  } else if (known?.base === meta.base) {
    const changes = await readAdminChanges(db, { after: known.changes, upTo: meta.changes });
    changes.forEach((change) => table.apply(change));
    store.known = meta;
  } else await reload(db, store);
  store.head = undefined;
  return true;
}

/** Reads into the same table, so that there are never two whole lists in memory. */
async function reload(db: UserDb, store: DeskListStore): Promise<void> {
  const { table } = store;
  const before = table.rows.length;
  const seen = new Set<string>();
  await db.transaction('r', db.adminBlocks, async () => {
    const meta = await loadAdminBlocks(db, (rows) => {
      if (before > 0) rows.forEach(({ id }) => seen.add(id));
      table.put(rows);
    });
    if (before > 0) table.keepOnly(seen);
    const changes = await readAdminChanges(db, { after: 0, upTo: meta?.changes ?? 0 });
    changes.forEach((change) => table.apply(change));
    store.known = meta;
  });
}

/** Folds changes into the blocks when there are many, unless another tab has done so or changed more. */
export async function compactWhenLong(db: UserDb, store: DeskListStore): Promise<void> {
  const { known, table } = store;
  if (!known || known.changes <= CHANGES_MAX) return;
  const compact = () => compactAdminReferrals(db, known, table.rows);
  store.known = (await withReopen(db, compact)) ?? known;
}
