// Spreadsheets take text for UTF-8 only where it begins with this.
const BYTE_ORDER_MARK = '\uFEFF';

/** What makes a spreadsheet run a cell, in every width: https://owasp.org/www-community/attacks/CSV_Injection */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/**
 * Where a cell begins: a spreadsheet of another country parts cells at semicolons or tabs, ignores quotes behind
 * which none of these follows, and white space.
 */
const BEGINNING = String.raw`(^|[;\t\r\n])(["\s]*)`;
const RUNS = new RegExp(`${BEGINNING}(?='*${SIGN})`, 'g');
const GUARDED = new RegExp(`${BEGINNING}'(?='*${SIGN})`, 'g');

/** A number stays one; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Lines as a file for spreadsheets: RFC 4180 with CRLF, every text in quotes, UTF-8 with a byte order mark unless
 * it goes on behind another part. What would run as a formula, be it a telephone number or -$300, has an
 * apostrophe before it, which `readCsvCell` takes away again.
 */
export function csvOf(
  lines: readonly (readonly CsvCell[])[],
  { isContinued = false } = {},
): string {
  const rows = lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
  return isContinued ? rows : BYTE_ORDER_MARK + rows;
}

function cellOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  return cell === '' ? '' : `"${guard(cell).replaceAll('"', '""')}"`;
}

const guard = (text: string) => text.replaceAll(RUNS, "$1$2'");

/** The text of a cell as it was before it was made safe for spreadsheets; any other comes out as it is. */
export function readCsvCell(cell: string): string {
  return cell.replaceAll(GUARDED, '$1$2');
}
