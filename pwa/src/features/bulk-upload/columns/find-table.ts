import type { CsvRecord } from '../../../lib/parse-csv.ts';
import { type Kind, kindOf } from './headings.ts';
import { isEmail } from './looks.ts';

/** The rows of a file that may be people, and the headings above them if there are any. */
export interface Table {
  headings: readonly string[] | undefined;
  rows: CsvRecord[];
}

/** How far down a header is looked for: exports have titles and notes above it. */
const HEADER_AMONG = 25;

/**
 * Finds the header: of the first lines the one with the most headings we know. What is above it is a title or a note,
 * unless it holds an email; the header again, where files were put together, is nobody.
 */
export function findTable(records: readonly CsvRecord[]): Table {
  let best = { at: -1, score: 0 };
  for (const [at, { cells }] of records.slice(0, HEADER_AMONG).entries()) {
    const score = headingsIn(cells, at === 0);
    if (score > best.score) best = { at, score };
  }
  const header = records[best.at];
  if (!header) return { headings: undefined, rows: [...records] };
  const text = header.cells.join();
  const rows = records.filter(({ cells }, at) =>
    at < best.at ? cells.some(isEmail) : at > best.at && cells.join() !== text,
  );
  return { headings: header.cells, rows };
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
