import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { Table } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { toEntries } from '../../data/outbox-entry.ts';
import type { WrittenEntry } from '../../data/outbox-kinds.ts';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { noteSave } from '../../data/storage/health.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { registerBackgroundSync } from '../ground/background-sync.ts';
import { finishDiscard } from '../session/session.ts';
import { askToPersist } from './persist.ts';

/** What a form or a file hands over; the id is given only if it is made from the content (CSV). */
export type NewReferralInput = Omit<PushRow, 'id' | 'date'> & {
  id?: string | undefined;
  date?: string | null | undefined;
  /** The code of the customer it is taken for. */
  for?: string;
};

/**
 * Hands rows over to be sent; once it resolves they are saved. One transaction, which also drops the draft they were
 * typed in. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function enqueue(
  db: UserDb,
  rows: readonly NewReferralInput[],
  { draft }: { draft?: string } = {},
): Promise<void> {
  // Made outside the transaction, so that a retry uses the same ids.
  const entries = toEntries(rows.map(toPushRow), Date.now());
  await saveWhole(db, [db.outbox, db.drafts, db.sync], async () => {
    await putEntries(db, entries);
    if (draft !== undefined) await db.drafts.delete(draft);
  });
}

/**
 * Saves what a person hands over, in one transaction over `tables`; then it is sent as soon as possible, with no page open
 * too. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function saveWhole<T>(
  db: UserDb,
  tables: readonly Table[],
  save: () => Promise<T>,
): Promise<T> {
  // A forgotten tab's rows would go with what a sign-out has yet to discard.
  await finishDiscard(db.userId);
  const saved = await noteSave(withReopen(db, () => db.transaction('rw', tables, save)));
  registerBackgroundSync();
  await askToPersist(db);
  return saved;
}

/**
 * Appends entries and lets them be sent at once; the caller's transaction holds `outbox` and `sync`. Returns the key of
 * the first one.
 */
export async function putEntries(
  db: UserDb,
  entries: readonly WrittenEntry[],
): Promise<number | undefined> {
  const [firstKey] = await db.outbox.bulkAdd(entries, { allKeys: true });
  await patchSyncState(db, { nextAt: 0, failures: 0 });
  return firstKey;
}

/** Gives a row the id and the time of this device. */
export function toPushRow(row: NewReferralInput): PushRow {
  return { ...row, id: row.id ?? uuidv7(), date: row.date ?? new Date().toISOString() };
}
