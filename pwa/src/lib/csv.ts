/** A cell starting like a formula would run in a spreadsheet; a leading quote keeps it text. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** RFC 4180 text with CRLF and a BOM, so that spreadsheets read it as UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(value: string): string {
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
