/** One record of a CSV text and the line it starts on, counted from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The text is not CSV: it has a quote that never ends, or bytes that are not text. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem';
}

const NUL = '\u0000';
/** One may be a slip; more of them are no text. */
const TEXT_PER_NUL = 10;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Files of other kinds under this name: a workbook, a document, a page, a phone's contacts. */
const NOT_CSV = /^\s*(?:PK\p{Cc}|ÐÏ\p{Cc}|%PDF-|<!doctype|<html|BEGIN:VCARD)/iu;
/** Excel's first line that names the delimiter. */
const NAMED_DELIMITER = /^sep=([,;|\t])(?=\r|\n)/i;

/**
 * Reads CSV as spreadsheets and people write it: RFC 4180 with quotes, a BOM, any line ending, and commas, semicolons,
 * tabs or bars between the cells. Blank lines are left out. Throws `CsvProblem`.
 */
export function parseCsv(text: string): CsvRecord[] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(NUL, '');
  const isBinary = (text.length - plain.length) * TEXT_PER_NUL > text.length;
  if (isBinary || NOT_CSV.test(plain)) throw new CsvProblem('This is a file of another kind');
  const named = NAMED_DELIMITER.exec(plain);
  const records = readRecords(plain, named?.[1] ?? sniffDelimiter(plain));
  return [...records].filter(
    ({ line, cells }) => !(named && line === 1) && cells.some((cell) => cell !== ''),
  );
}

function* readRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const cell = cellPattern(delimiter);
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  for (let end: string | undefined; end !== '';) {
    const match = cell.exec(text);
    if (!match) throw new CsvProblem('A cell could not be read');
    record.cells.push(cellOf(match));
    end = match.groups?.['end'] ?? '';
    line += countLines(match[0]);
    if (end === delimiter) continue;
    yield record;
    record = { line, cells: [] };
  }
}

/** One cell and what ends it: a delimiter, a line ending, or the end of the text. */
function cellPattern(delimiter: string): RegExp {
  const bare = `[^${delimiter}\\r\\n]*`;
  const quoted = ` *"(?<quoted>[^"]*(?:""[^"]*)*)"(?<rest>${bare})`;
  return new RegExp(`(?:${quoted}|(?<bare>${bare}))(?<end>[${delimiter}]|\\r\\n|\\n|\\r|$)`, 'y');
}

function cellOf({ groups = {} }: RegExpExecArray): string {
  const { quoted, rest = '', bare = '' } = groups;
  // The quote that closes it opens another cell: one in between has none.
  if (quoted?.includes('\n') && rest.includes('"')) throw new CsvProblem('A quote is never closed');
  if (quoted !== undefined) return `${quoted.replaceAll('""', '"')}${unquote(rest)}`.trim();
  if (bare.trimStart().startsWith('"')) throw new CsvProblem('A quote is never closed');
  return unquote(bare).trim();
}

const unquote = (text: string) => text.replaceAll('"', '');

function countLines(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** Characters looked at to find the delimiter. */
const SNIFFED = 100_000;
const EMAIL = String.raw`[^\s"@,;|<>]+@[^\s"@,;|<>]+`;

/**
 * The delimiter that leaves most emails alone in their cells, whatever else stands in the others; without one, that
 * used most in the first line with content, and a comma if it uses none.
 */
function sniffDelimiter(text: string): string {
  const start = text.slice(0, SNIFFED);
  const [first = ''] = /[^\r\n]+/.exec(start) ?? [];
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const rank = (delimiter: string) => {
    const cell = `(?:^|[${delimiter}]) *(?:${EMAIL}|"${EMAIL}") *(?=$|[\r${delimiter}])`;
    return {
      delimiter,
      emails: start.match(new RegExp(cell, 'gm'))?.length ?? 0,
      uses: unquoted.split(delimiter).length,
    };
  };
  const [best] = DELIMITERS.map(rank).toSorted(
    (one, other) => other.emails - one.emails || other.uses - one.uses,
  );
  return best?.delimiter ?? ',';
}
