import type { RejectedRow } from './user-db.ts';

/**
 * Refused rows in the order they were saved; rows of a file keep the file's order. Those from older builds come first.
 */
export function inSavedOrder(rows: readonly RejectedRow[]): RejectedRow[] {
  return rows.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.rejectedAt - b.rejectedAt);
}
