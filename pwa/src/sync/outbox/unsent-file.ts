import { csvOf, REFERRAL_FIELDS } from '@sunloop/shared-types';
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
  const sent = blocked === 'sign-in' ? own.map((row) => [...cellsOf(row), 'sent', '']) : [];
  const waiting = entries.flatMap((entry) => {
    if (!Array.isArray(entry.rows)) return [[...cellsOf(null), 'damaged', JSON.stringify(entry)]];
    // An act is about somebody referred before; as a person it would be referred when the file is uploaded.
    if (entry.v >= ACTS_VERSION) {
      return entry.rows.map(({ name }) => [...cellsOf(null), 'change', name]);
    }
    return entry.rows.map((row) => [...cellsOf(row), 'waiting', '']);
  });
  return csvOf([CSV_HEAD, ...waiting, ...inSavedOrder(rejected).map(rejectedCells), ...sent]);
}

function rejectedCells({ row, error, raw }: RejectedRow): string[] {
  return [...cellsOf(row), 'refused', raw ?? error];
}

function cellsOf(row: RejectedRow['row']): string[] {
  const texts = REFERRAL_FIELDS.map((field) => row?.[field] ?? '');
  return [...texts, row?.permission ? 'yes' : '', row?.date ?? ''];
}
