import { readCsvCell, REFERRAL_FIELDS, type ReferralContent } from '@sunloop/shared-types';
import type { CsvRecord } from '../../lib/parse-csv.ts';
import { type Columns, DEFAULT_COLUMNS, guessColumns } from './columns.ts';
import { type CellErrors, emailKey, judgePerson, TAKEN_EMAIL, tidyPerson } from './judge-person.ts';

/** A line left out as it was read, and what is wrong with it. */
export interface SkippedLine {
  line: number;
  text: string;
  person: ReferralContent;
  errors: CellErrors;
}

export interface People {
  people: ReferralContent[];
  skipped: SkippedLine[];
  columns: Columns;
  /** The name of each column: its heading, otherwise its first cell. */
  headings: string[];
}

/**
 * The people in a file, by the rules of SPEC §5, whom the server would accept; every other line is listed with what is
 * wrong. `chosen` columns replace those guessed from its headings.
 */
export function readPeople(records: readonly CsvRecord[], chosen?: Columns): People {
  const [first] = records;
  const header = first && isHeader(first.cells) ? first : undefined;
  const columns = chosen ?? (header ? guessColumns(header.cells) : DEFAULT_COLUMNS);
  const headings = (first?.cells ?? []).map((cell, at) =>
    headingOf(cell, at, header !== undefined),
  );
  const found: People = { people: [], skipped: [], columns, headings };
  const emails = new Set<string>();
  for (const { line, cells } of header ? records.slice(1) : records) {
    const person = personOf(cells, columns);
    const isTwice = emails.has(emailKey(person));
    const errors = judgePerson(person) ?? (isTwice ? { email: TAKEN_EMAIL } : undefined);
    if (errors) found.skipped.push({ line, text: cells.join(', '), person, errors });
    else {
      emails.add(emailKey(person));
      found.people.push(person);
    }
  }
  return found;
}

/**
 * SPEC §5 takes a first line with 'name' or 'email' in it for a header; one that also holds an address
 * is a person (ann@email.com), and leaving it out would lose somebody.
 */
function isHeader(cells: readonly string[]): boolean {
  const line = cells.join(',');
  return /name|email|e-mail/i.test(line) && !line.includes('@');
}

function headingOf(cell: string, at: number, isHeading: boolean): string {
  if (isHeading && cell.trim()) return cell.trim();
  return `Column ${at + 1}${cell ? ` (${cell})` : ''}`;
}

function personOf(cells: readonly string[], columns: Columns): ReferralContent {
  // A file this app made for spreadsheets may come back, mended.
  const read = (name: keyof Columns) => readCsvCell(cells[columns[name]] ?? '').trim();
  const texts = REFERRAL_FIELDS.map((field) => [field, read(field)]);
  const name = `${read('name')} ${read('lastName')}`;
  return tidyPerson({ ...(Object.fromEntries(texts) as ReferralContent), name });
}
