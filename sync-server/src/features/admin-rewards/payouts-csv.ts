import type { Payout } from '@sunloop/shared-types';

const columns = [
  'date',
  'username',
  'email',
  'amount',
  'description',
  'referralId',
  'userId',
  'id',
] as const satisfies readonly (keyof Payout)[];

// Spreadsheets take text for UTF-8 only where it begins with this.
const BYTE_ORDER_MARK = '\uFEFF';
// What makes a spreadsheet run a cell: https://owasp.org/www-community/attacks/CSV_Injection
const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Payouts as a file for spreadsheets: RFC 4180, UTF-8 with a byte order mark. A cell that would run as a
 * formula, be it an amount such as -$300, begins with an apostrophe.
 */
export function payoutsCsv(payouts: readonly Payout[]): string {
  const rows = payouts.map((payout) => columns.map((column) => payout[column] ?? ''));
  const lines = [columns, ...rows].map((cells) => cells.map(cellOf).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = RUNS_AS_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
