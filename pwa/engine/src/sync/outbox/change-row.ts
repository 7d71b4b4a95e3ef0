import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { getOwnReferral } from '../../data/own-referrals.ts';
import { contentOf } from '../../data/row-content.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import { isOf, type OutboxEntry, type OutboxRow } from '../../data/outbox-kinds.ts';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { type NewReferralInput, putEntries, toPushRow } from './enqueue.ts';
import { finishDiscard } from '../session/session.ts';
import { findEntryOf, readEntries } from '../../data/find-unsent.ts';
import { noteInLog } from './log-lines.ts';
import { idsSince, mendedId } from './mended-id.ts';

/**
 * The outcome of a change: `saved`, or why not. `changed`: the row was changed elsewhere since it was shown, and is now
 * `now`; `sent`: the server has it as it was; `gone`: it was removed.
 */
export type EditOutcome = { kind: 'saved' | 'sent' | 'gone' } | { kind: 'changed'; now: PushRow };

/** What a form says of a referral. */
export type EditedValues = Omit<NewReferralInput, 'id' | 'date'>;

/**
 * Changes a row the server does not have, wherever it is by now. A waiting row keeps its id and date, so that the
 * server says so if an earlier version arrived unnoticed; a refused one is sent again. The row is found by its id, and
 * changed only if it is still as `shown`.
 */
export async function editUnsent(
  db: UserDb,
  shown: PushRow,
  values: EditedValues,
): Promise<EditOutcome> {
  await finishDiscard(db.userId);
  const tables = [db.outbox, db.rejected, db.referrals, db.arrived, db.log, db.sync];
  return withReopen(db, () => db.transaction('rw', tables, () => edit(db, shown, values)));
}

async function edit(db: UserDb, shown: PushRow, values: EditedValues): Promise<EditOutcome> {
  const entry = await findEntryOf(db, shown.id);
  const refused = entry ? undefined : await db.rejected.get(shown.id);
  const before = entry ? entry.rows.find(({ id }) => id === shown.id) : refused?.row;
  if (!before) return editMended(db, shown, values);
  if (contentOf(before) !== contentOf(shown)) return { kind: 'changed', now: before };
  // A refused one gets a new id, because the server may hold the old one (`id_conflict`, `deleted`).
  const id = entry ? shown.id : mendedId(shown.id);
  const edited = toPushRow({ ...before, ...values, id });
  const apart = entry ? await changeWaiting(db, entry, { before, edited }) : refused;
  await db.rejected.delete(shown.id);
  const anew = apart ? toEntries([edited], apart.savedAt, apart.uploadId) : [];
  const key = (await putEntries(db, anew)) ?? entry?.key ?? 0;
  await noteInLog(db, [{ key, rows: [before, edited], event: 'edited' }], Date.now());
  return { kind: 'saved' };
}

/** Changes a row of an entry; returns the entry if the changed row needs another one. */
async function changeWaiting(
  db: UserDb,
  entry: OutboxEntry,
  { before, edited }: { before: OutboxRow; edited: PushRow },
): Promise<OutboxEntry | undefined> {
  // What is sent again leaves without a word if it is refused, which what somebody changed must not (rule 38).
  if (entry.isAgain) {
    await putRest(db, entry, before);
    return entry;
  }
  const rows = entry.rows.map((row) => (row === before ? edited : row));
  // A changed row may be sent at once.
  const { nextAt: _pause, ...due } = entry;
  await db.outbox.put({ ...due, rows, attempts: 0 });
  return undefined;
}

/** Changes a row that is not here any more under this id, if it was mended in another tab and has a new one. */
async function editMended(db: UserDb, shown: PushRow, values: EditedValues): Promise<EditOutcome> {
  for (const id of idsSince(shown.id)) {
    if (await getOwnReferral(db, id)) return { kind: 'sent' };
    const isHere = (await findEntryOf(db, id)) || (await db.rejected.get(id));
    if (isHere && id !== shown.id) return edit(db, { ...shown, id }, values);
  }
  return { kind: 'gone' };
}

/** What `restoreUnsent` needs to undo a removal. */
export type Removal =
  | { from: 'waiting'; row: OutboxRow; entry: OutboxEntry; at: number }
  | { from: 'rejected'; row: PushRow | null; rejected: RejectedRow };

/**
 * Takes a waiting or refused row off this device; undefined if it is no longer either. A row on its way at that moment
 * may still arrive, and is then shown as sent.
 */
export function removeUnsent(db: UserDb, rowId: string): Promise<Removal | undefined> {
  return withReopen(db, () =>
    db.transaction('rw', [db.outbox, db.rejected, db.log, db.sync], async () => {
      const entry = await findEntryOf(db, rowId);
      if (entry) return removeWaiting(db, entry, rowId);
      const rejected = await db.rejected.get(rowId);
      if (!rejected) return undefined;
      await db.rejected.delete(rowId);
      return { from: 'rejected', row: rejected.row, rejected } as const;
    }),
  );
}

async function removeWaiting(
  db: UserDb,
  entry: OutboxEntry,
  rowId: string,
): Promise<Removal | undefined> {
  const at = entry.rows.findIndex(({ id }) => id === rowId);
  const row = entry.rows[at];
  if (!row) return undefined;
  await putRest(db, entry, row);
  await noteInLog(db, [{ key: entry.key, rows: [row], event: 'removed' }], Date.now());
  return { from: 'waiting', row, entry: { ...entry, rows: [] }, at };
}

/** Leaves the entry without a row of it. */
function putRest(db: UserDb, entry: OutboxEntry, row: OutboxRow): PromiseLike<unknown> {
  const rows = entry.rows.filter((each) => each !== row);
  return rows.length > 0 ? db.outbox.put({ ...entry, rows }) : db.outbox.delete(entry.key);
}

/**
 * Puts a removed row back where it was, or in place of another version of it that waits or was refused by now; returns
 * whether it did. It does not if the row was sent after all, or if a later act on the same referral waits, because that
 * is what the person wants now.
 */
export async function restoreUnsent(db: UserDb, removed: Removal): Promise<boolean> {
  await finishDiscard(db.userId);
  const tables = [db.outbox, db.rejected, db.referrals, db.arrived, db.log, db.sync];
  return withReopen(db, () =>
    db.transaction('rw', tables, async () => {
      const { from, row } = removed;
      if (row && (await isSent(db, row))) return false;
      if (from === 'waiting') return putBack(db, removed);
      const { rejected } = removed;
      const isBack = (await db.rejected.get(rejected.id)) || (await findEntryOf(db, rejected.id));
      if (!isBack) await db.rejected.add(rejected);
      return !isBack;
    }),
  );
}

async function isSent(db: UserDb, row: PushRow): Promise<boolean> {
  const stored = await getOwnReferral(db, row.id);
  return stored !== undefined && contentOf(stored) === contentOf(row);
}

type RemovedWaiting = Extract<Removal, { from: 'waiting' }>;

async function putBack(db: UserDb, removed: RemovedWaiting): Promise<boolean> {
  if (await isActOvertaken(db, removed)) return false;
  const { row, entry, at } = removed;
  const { key, nextAt: _, chunk: __, ...anew } = entry;
  await db.rejected.delete(row.id);
  const other = await findEntryOf(db, row.id);
  const there = await getEntry(db, entry);
  if (other) {
    const rows = other.rows.map((each) => (each.id === row.id ? row : each));
    await db.outbox.put({ ...other, rows });
  } else if (there) await db.outbox.put({ ...there, rows: there.rows.toSpliced(at, 0, row) });
  await putEntries(db, (other ?? there) ? [] : [{ ...anew, rows: [row], attempts: 0 }]);
  await noteInLog(db, [{ key, rows: [row], event: 'restored' }], Date.now());
  return true;
}

/** The entry a row was taken out of. After the browser cleared the storage, keys begin anew, and another one has its key. */
async function getEntry(db: UserDb, { key, savedAt, v, uploadId }: OutboxEntry) {
  const there = await db.outbox.get(key);
  const isSame = there?.savedAt === savedAt && there.v === v && there.uploadId === uploadId;
  return isSame ? there : undefined;
}

/** Compares the referrals of acts. */
async function isActOvertaken(db: UserDb, { entry, row }: RemovedWaiting): Promise<boolean> {
  if (!isOf(entry, 'acts') || !('act' in row)) return false;
  const waiting = await readEntries(db, 'acts');
  return waiting.some(({ rows }) => rows.some(({ act }) => act?.id === row.act.id));
}
