import { csvOf, REFERRAL_FIELDS, type Referral } from '@sunloop/shared-types';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import { readSyncState } from '../../data/sync-state.ts';
import { ACTS_VERSION, type RejectedRow, type UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { inSavedOrder } from '../../data/saved-order.ts';

const CSV_HEAD = [...REFERRAL_FIELDS, 'permission', 'date', 'state', 'reason'];

/**
 * Everything unsent and refused as CSV text, safe to open in a spreadsheet. While the server does not know the session,
 * what was sent is in it, too: if it lost the account (decision 43), this device alone has it.
 */
export async function exportWaiting(db: UserDb): Promise<string> {
  const [entries, rejected, own, { blocked }] = await withReopen(db, () =>
    Promise.all([
      db.outbox.toArray(),
      db.rejected.toArray(),
      readOwnReferrals(db),
      readSyncState(db),
    ]),
  );
  const isAll = blocked === 'sign-in';
  const sent = isAll ? await Promise.all(own.map((row) => sentCells(db, row))) : [];
  const waiting = entries.flatMap((entry) => {
    if (!Array.isArray(entry.rows)) return [[...cellsOf(null), 'damaged', JSON.stringify(entry)]];
    // An act is about somebody referred before; as a person it would be referred when the file is uploaded.
    if (entry.v >= ACTS_VERSION) {
      return entry.rows.map(({ name }) => [...cellsOf(null), 'change', name]);
    }
    return entry.rows.map((row) => [...cellsOf(row), 'waiting', '']);
  });
  const head = isAll ? [...CSV_HEAD, 'receipt'] : CSV_HEAD;
  return csvOf([head, ...waiting, ...inSavedOrder(rejected).map(rejectedCells), ...sent]);
}

/** With its receipt, by which the server's word can be shown to have been given. */
async function sentCells(db: UserDb, row: Referral): Promise<string[]> {
  return [...cellsOf(row), 'sent', '', (await readKeptReceipt(db, row.id))?.text ?? ''];
}

function rejectedCells({ row, error, raw }: RejectedRow): string[] {
  return [...cellsOf(row), 'refused', raw ?? error];
}

function cellsOf(row: RejectedRow['row']): string[] {
  const texts = REFERRAL_FIELDS.map((field) => row?.[field] ?? '');
  return [...texts, row?.permission ? 'yes' : '', row?.date ?? ''];
}
