import { type CsvRecord, parseCsv } from '@sunloop/engine/lib/parse-csv.ts';
import { isEmail } from '../cells/looks.ts';
import { type Kind, kindOf } from '../headings/kinds.ts';

/** The rows of a file that may be people, and the headings above them if there are any. */
export interface Table {
  headings: readonly string[] | undefined;
  /** The line the headings are in; `NO_LINE` without any. */
  headingLine: number;
  rows: CsvRecord[];
  /** Lines that are nobody: titles above the headings, and the headings again. */
  others: CsvRecord[];
}

/** Lines are counted from 1. */
export const NO_LINE = 0;

/** How far down a header is looked for: exports have titles and notes above it. */
const HEADER_AMONG = 25;

/** The lines a person may take for the headings. */
export const headingCandidates = (records: readonly CsvRecord[]) => records.slice(0, HEADER_AMONG);

/**
 * Takes the header, by default the one found, out of a file's lines. What is above it is a title or a note, unless it holds
 * an email; the header again, where files were put together, is nobody.
 */
export function tableOf(records: readonly CsvRecord[], headingLine = findHeadings(records)): Table {
  const headerAt = records.findIndex(({ line }) => line === headingLine);
  const header = records[headerAt];
  if (!header) {
    return { headings: undefined, headingLine: NO_LINE, rows: [...records], others: [] };
  }
  const text = header.cells.join();
  const isSomebody = ({ cells }: CsvRecord, at: number) =>
    at < headerAt ? cells.some(isEmail) : cells.join() !== text;
  const [rows, others]: [CsvRecord[], CsvRecord[]] = [[], []];
  for (const [at, record] of records.entries()) {
    if (at !== headerAt) (isSomebody(record, at) ? rows : others).push(record);
  }
  return { headings: header.cells, headingLine, rows, others };
}

/** The line of the header: of the first lines the one with the most headings we know. */
function findHeadings(records: readonly CsvRecord[]): number {
  let best = { line: NO_LINE, score: 0 };
  for (const [at, { line, cells }] of headingCandidates(records).entries()) {
    const score = headingsIn(cells, at === 0);
    if (score > best.score) best = { line, score };
  }
  return best.line;
}

const NAMES_SOMEBODY: readonly Kind[] = ['email', 'full', 'name', 'first', 'last', 'who'];
/** One word we know may be a person's, below the first line. */
const SURELY_HEADINGS = 2;

/**
 * How many different headings a line has; 0 if it is no header. SPEC §5 takes a first line with 'name' or 'email' in it
 * for one; a line that holds an address is a person (ann@email.com), and leaving it out would lose somebody.
 */
function headingsIn(cells: readonly string[], isFirst: boolean): number {
  const line = cells.join();
  if (line.includes('@')) return 0;
  const kinds = new Set(cells.map(kindOf));
  kinds.delete('unknown');
  const isHeader = kinds.size >= SURELY_HEADINGS && NAMES_SOMEBODY.some((kind) => kinds.has(kind));
  if (isHeader) return kinds.size;
  return isFirst && /name|email|e-mail/i.test(line) ? 1 : 0;
}

/** The rows of a text that was copied out of a sheet: as many cells in each, between tabs or below headings. */
export function readTable(text: string): CsvRecord[] | undefined {
  const records = tryToParse(text);
  const [first] = records;
  const width = first?.cells.length ?? 0;
  if (width < 2 || records.some(({ cells }) => cells.length !== width)) return undefined;
  const isTable = tableOf(records).headings ?? (records.length > 1 && text.includes('\t'));
  return isTable ? records : undefined;
}

/** A text may have a quotation mark that is never closed. */
function tryToParse(text: string): CsvRecord[] {
  try {
    return parseCsv(text);
  } catch {
    return [];
  }
}
