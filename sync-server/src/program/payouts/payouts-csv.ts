import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';

// People's spreadsheets refer to columns by position, so a new one goes at the end.
const columns = [
  'date',
  'username',
  'email',
  'amount',
  'description',
  'referralId',
  'userId',
  'id',
  'amountCents',
  'paidAt',
] as const satisfies readonly (keyof Payout)[];

/** Payouts as a file for the accountant. */
export function payoutsCsv(payouts: readonly Payout[]): string {
  return csvOf([columns, ...payouts.map((payout) => columns.map((column) => payout[column]))]);
}
