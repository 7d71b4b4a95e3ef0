// Spreadsheets read text as UTF-8 only if it begins with this.
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Signs that make a spreadsheet run a cell as a formula, in every width:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/**
 * Where a cell may begin: other countries' spreadsheets separate cells at semicolons or tabs, and ignore
 * white space and quotes that none of these follows.
 */
const BEGINNING = String.raw`(^|[;\t\r\n])(["\s]*)`;
const RUNS = new RegExp(`${BEGINNING}(?='*${SIGN})`, 'g');
const GUARDED = new RegExp(`${BEGINNING}'(?='*${SIGN})`, 'g');
/** The same source counts these as signs at the start of a cell. */
const LEADS = /^(?='*[\t\r\n])/;
const LEADING_GUARD = /^'(?='*[\t\r\n])/;

/** A number stays one; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Lines as a file for spreadsheets: RFC 4180 with CRLF, quotes where a cell needs them, UTF-8 with a byte
 * order mark unless it continues another part. Whatever would run as a formula, even a phone number or -$300,
 * has an apostrophe before it, which `readCsvCell` removes again.
 */
export function csvOf(
  lines: readonly (readonly CsvCell[])[],
  { isContinued = false } = {},
): string {
  const rows = lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
  return isContinued ? rows : BYTE_ORDER_MARK + rows;
}

/** Characters some spreadsheet takes for the end of a cell, or leaves out. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function cellOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const safe = guard(cell);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const guard = (text: string) => text.replaceAll(RUNS, "$1$2'").replace(LEADS, "'");

/**
 * The text of a cell as it was before it was made safe for spreadsheets; any other text is returned
 * unchanged.
 */
export function readCsvCell(cell: string): string {
  return cell.replace(LEADING_GUARD, '').replaceAll(GUARDED, '$1$2');
}
