/** One record of a CSV text and the line it starts on, counted from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The text is not CSV: it has a quote that never ends, or bytes that are not text. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem';
}

const DELIMITERS = [',', ';', '\t'] as const;
const NUL = '\u0000';

/**
 * Reads CSV as spreadsheets and people write it: RFC 4180 with quotes, a BOM, any line ending, and commas, semicolons
 * or tabs between the cells. Blank lines are left out. Throws `CsvProblem`.
 */
export function parseCsv(text: string): CsvRecord[] {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (plain.includes(NUL)) throw new CsvProblem('This is not a text file');
  return [...readRecords(plain)].filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function* readRecords(text: string): Generator<CsvRecord> {
  const cell = cellPattern(sniffDelimiter(text));
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  for (let end: string | undefined; end !== '';) {
    const match = cell.exec(text);
    if (!match) throw new CsvProblem('A cell could not be read');
    record.cells.push(cellOf(match));
    end = match.groups?.['end'] ?? '';
    line += countLines(match[0]);
    if (end !== '' && DELIMITERS.includes(end as ',')) continue;
    yield record;
    record = { line, cells: [] };
  }
}

/** One cell and what ends it: a delimiter, a line ending, or the end of the text. */
function cellPattern(delimiter: string): RegExp {
  const bare = `[^${delimiter}\\r\\n]*`;
  const quoted = ` *"(?<quoted>[^"]*(?:""[^"]*)*)"(?<rest>${bare})`;
  return new RegExp(`(?:${quoted}|(?<bare>${bare}))(?<end>${delimiter}|\\r\\n|\\n|\\r|$)`, 'y');
}

function cellOf({ groups = {} }: RegExpExecArray): string {
  const { quoted, rest = '', bare = '' } = groups;
  if (quoted !== undefined) return `${quoted.replaceAll('""', '"')}${unquote(rest)}`.trim();
  if (bare.trimStart().startsWith('"')) throw new CsvProblem('A quote is never closed');
  return unquote(bare).trim();
}

const unquote = (text: string) => text.replaceAll('"', '');

function countLines(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The delimiter used most in the first line with content; a comma if it uses none. */
function sniffDelimiter(text: string): string {
  const [first = ''] = /[^\r\n]+/.exec(text) ?? [];
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best), ',');
}
