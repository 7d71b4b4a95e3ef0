// Spreadsheets take text for UTF-8 only where it begins with this.
const BYTE_ORDER_MARK = '\uFEFF';
// What makes a spreadsheet run a cell: https://owasp.org/www-community/attacks/CSV_Injection
const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

export type Cell = string | number | null;

/**
 * Lines as a file for spreadsheets: RFC 4180, UTF-8 with a byte order mark. A text that would run as a
 * formula, be it an amount such as -$300, begins with an apostrophe; a number stays one.
 */
export function csvOf(lines: readonly (readonly Cell[])[]): string {
  return `${BYTE_ORDER_MARK}${lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`;
}

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const safe = RUNS_AS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
