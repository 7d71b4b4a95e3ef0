// Spreadsheets read text as UTF-8 only if it begins with this.
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Signs that make a spreadsheet run a cell as a formula, in every width:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/**
 * Where a cell may begin: at the start, or behind a semicolon, tab or line end, where other countries' spreadsheets
 * separate cells; they ignore white space and quotes there. A gap is matched from its first sign only, so that the work
 * grows with the text and not with its square.
 */
const GAP = String.raw`(?:^|(?<![;"\s])[;"\s]+)`;
const RUNS = new RegExp(`${GAP}(?='*${SIGN})`, 'g');
const GUARDED = new RegExp(`(${GAP})'(?='*${SIGN})`, 'g');
const SEPARATES = /[;\t\r\n]/;
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

/** Whether a cell may begin behind this gap. */
const isBeginning = (gap: string, at: number) => at === 0 || SEPARATES.test(gap);

const guard = (text: string) =>
  text
    .replaceAll(RUNS, (gap: string, at: number) => (isBeginning(gap, at) ? `${gap}'` : gap))
    .replace(LEADS, "'");

/**
 * The text of a cell as it was before it was made safe for spreadsheets; any other text is returned
 * unchanged.
 */
export function readCsvCell(cell: string): string {
  return cell
    .replace(LEADING_GUARD, '')
    .replaceAll(GUARDED, (found: string, gap: string, at: number) =>
      isBeginning(gap, at) ? gap : found,
    );
}
