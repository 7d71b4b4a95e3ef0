import { type Referral, type ReferralDelta, referralContent } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { putEntries, toEntries } from '../outbox/enqueue.ts';
import { noteInLog } from '../outbox/log-lines.ts';

/** Times of which the server may have lost what it had stored. */
export type Gaps = NonNullable<ReferralDelta['gaps']>;

const isIn = (time: string, gaps: Gaps) => gaps.some(({ from, to }) => time >= from && time <= to);

/** Whether the server had told of this row, as it is here, at a time of which it may have lost what it had. */
export function isFromGap({ createdAt, updatedAt }: Referral, gaps: Gaps): boolean {
  return isIn(createdAt, gaps) || isIn(updatedAt, gaps);
}

/** Whether the server may have forgotten that it had stored this row. */
export function mayBeLost({ createdAt }: Referral, gaps: Gaps): boolean {
  return isIn(createdAt, gaps);
}

/**
 * Puts rows that the server acknowledged and has lost back into the outbox, under their own ids (rule 38). The caller's
 * transaction holds `outbox`, `log` and `sync`.
 */
export async function sendLost(db: UserDb, lost: readonly Referral[], now: number): Promise<void> {
  if (lost.length === 0) return;
  const rows = lost.map((row) => ({ id: row.id, ...referralContent(row), date: row.date }));
  const entries = toEntries(rows, now);
  let key = (await putEntries(db, entries)) ?? 0;
  for (const { rows: batch } of entries) {
    await noteInLog(db, [{ key, rows: batch, event: 'lost' }], now);
    key += 1;
  }
}
