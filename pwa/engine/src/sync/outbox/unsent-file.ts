import type { TakenReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import {
  type PushRow,
  REFERRAL_FIELDS,
  type Referral,
} from '@sunloop/shared-types/referrals/referral.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { readOwnUser } from '../../data/device-db.ts';
import { readKeptTaken } from '../../data/kept-taken.ts';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import { readSyncState } from '../../data/sync-state.ts';
import { kindOf, type OutboxEntry } from '../../data/outbox-kinds.ts';
import { customerOf, FOR_COLUMN } from '../../data/taken-row.ts';
import type { ConflictRow, RejectedRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { inSavedOrder } from '../../data/saved-order.ts';

const SEEN_COLUMNS = [...REFERRAL_FIELDS, 'permission', 'date', FOR_COLUMN, 'state', 'reason'];
/** By these the file can be brought back: whose it is, the row's id, '2 of 7', as JSON what counts beside the cells, whose email. */
const OWN_COLUMNS = ['owner', 'id', 'number', 'record', 'account'];

interface Line {
  row?: PushRow | null | undefined;
  state: 'waiting' | 'refused' | 'change' | 'conflict' | 'sent' | 'damaged';
  reason?: string;
  id?: string;
  record?: unknown;
  /** The server's word for it, which can be shown to have been given. */
  receipt?: string | undefined;
}

/**
 * Everything unsent and refused, and an admin's unanswered conflicts, as CSV text that is safe to open in a spreadsheet
 * and that its owner can bring back (`restoreFile`). While the server does not know the session, what was sent is in it,
 * too: if it lost the account (decision 43), this device alone has it.
 */
export async function exportWaiting(db: UserDb): Promise<string> {
  const [entries, rejected, conflicts, own, taken, { blocked }] = await withReopen(db, () =>
    Promise.all([
      db.outbox.toArray(),
      db.rejected.toArray(),
      db.conflicts.toArray(),
      readOwnReferrals(db),
      readKeptTaken(db),
      readSyncState(db),
    ]),
  );
  const user = await readOwnUser();
  const account = user?.id === db.userId ? user.email : '';
  const isAll = blocked === 'sign-in';
  // Of somebody forgotten there is nothing to bring back.
  const known = isAll ? [...own, ...taken].filter(({ email }) => email !== '') : [];
  const sent = await Promise.all(known.map((row) => sentLine(db, row)));
  const refused = inSavedOrder(rejected).map(refusedLine);
  const lines = [...entries.flatMap(linesOf), ...refused, ...conflicts.map(conflictLine), ...sent];
  const rows = lines.map((line, at) => [
    ...cellsOf(line),
    db.userId,
    line.id ?? '',
    `${at + 1} of ${lines.length}`,
    JSON.stringify(line.record ?? {}),
    account,
    ...(isAll ? [line.receipt ?? ''] : []),
  ]);
  const head = [...SEEN_COLUMNS, ...OWN_COLUMNS, ...(isAll ? ['receipt'] : [])];
  return csvOf([head, ...rows]);
}

function linesOf(entry: OutboxEntry): Line[] {
  if (!Array.isArray(entry.rows)) return [{ state: 'damaged', reason: JSON.stringify(entry) }];
  return entry.rows.map((row): Line => {
    if (typeof row?.id !== 'string') return { row, state: 'damaged', reason: JSON.stringify(row) };
    // An act is about somebody referred before; as a person it would be referred when the file is uploaded.
    if (kindOf(entry)?.holds !== 'referrals') {
      return { state: 'change', reason: row.name, id: row.id, record: { v: entry.v, row } };
    }
    return lineOf(row, 'waiting');
  });
}

const lineOf = (row: PushRow, state: Line['state']): Line => ({
  row,
  state,
  id: row.id,
  record: ownOf(row),
});

/** What of a row no cell beside the record can bring back. */
function ownOf(row: PushRow): { permission?: PushRow['permission']; for?: string } {
  const { permission } = row;
  const code = customerOf(row);
  return { ...(permission !== undefined && { permission }), ...(code && { for: code }) };
}

async function sentLine(db: UserDb, row: Referral | TakenReferral): Promise<Line> {
  return { ...lineOf(row, 'sent'), receipt: (await readKeptReceipt(db, row.id))?.text };
}

function refusedLine(rejected: RejectedRow): Line {
  const { id, row, error, raw } = rejected;
  const record = { ...rejected, row: row && ownOf(row) };
  return { row, state: 'refused', reason: raw ?? error, id, record };
}

const conflictLine = (conflict: ConflictRow): Line => ({
  state: 'conflict',
  reason: conflict.who,
  id: conflict.id,
  record: conflict,
});

function cellsOf({ row, state, reason = '' }: Line): string[] {
  const texts = REFERRAL_FIELDS.map((field) => row?.[field] ?? '');
  const seen = [row?.permission ? 'yes' : '', row?.date ?? '', customerOf(row) ?? ''];
  return [...texts, ...seen, state, reason];
}
