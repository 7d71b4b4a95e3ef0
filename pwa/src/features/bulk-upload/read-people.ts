import { isVisibleName, NAME_MIN, readCsvCell } from '@sunloop/shared-types';
import type { CsvRecord } from '../../lib/parse-csv.ts';

/** A row of a file that can be sent; texts are trimmed, what is absent is null. */
export interface CsvPerson {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
}

/** A line left out and why. */
export interface SkippedLine {
  line: number;
  text: string;
  reason: string;
}

export interface People {
  people: CsvPerson[];
  skipped: SkippedLine[];
}

type Columns = Record<keyof CsvPerson, number>;

/** SPEC §5: name and email come first; phone and address follow. */
const DEFAULT_COLUMNS: Columns = { name: 0, email: 1, phone: 2, address: 3 };
const COLUMN_NAMES: Record<keyof CsvPerson, RegExp> = {
  name: /^(?:full |friend'?s? |contact )?name$/i,
  email: /e-?mail/i,
  phone: /phone|mobile|^tel/i,
  address: /address|street/i,
};

/** The people of a file by the rules of SPEC §5; every other line is listed with its reason. */
export function readPeople(records: readonly CsvRecord[]): People {
  const [first] = records;
  const header = first && isHeader(first.cells) ? first : undefined;
  const columns = header ? columnsOf(header.cells) : DEFAULT_COLUMNS;
  const found: People = { people: [], skipped: [] };
  for (const record of header ? records.slice(1) : records) {
    const person = personOf(record.cells, columns);
    const reason = whySkipped(person);
    if (reason === undefined) found.people.push(person);
    else found.skipped.push({ line: record.line, text: record.cells.join(', '), reason });
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

/** Columns by their headings; those without a known one keep their usual place. */
function columnsOf(headings: readonly string[]): Columns {
  const find = (name: keyof CsvPerson) =>
    headings.findIndex((heading) => isHeading(name, heading.trim()));
  const columns = {
    name: find('name'),
    email: find('email'),
    phone: find('phone'),
    address: find('address'),
  };
  if (columns.name < 0 || columns.email < 0) return DEFAULT_COLUMNS;
  return columns;
}

/** 'Email address' is an e-mail, not an address. */
function isHeading(name: keyof CsvPerson, heading: string): boolean {
  if (name === 'address' && COLUMN_NAMES.email.test(heading)) return false;
  return COLUMN_NAMES[name].test(heading);
}

function personOf(cells: readonly string[], columns: Columns): CsvPerson {
  // A file this app made for spreadsheets may come back, mended.
  const read = (name: keyof CsvPerson) => readCsvCell(cells[columns[name]] ?? '').trim();
  return {
    name: read('name'),
    email: read('email'),
    phone: read('phone') || null,
    address: read('address') || null,
  };
}

function whySkipped({ name, email }: CsvPerson): string | undefined {
  if (name.length < NAME_MIN) return `The name has fewer than ${NAME_MIN} characters`;
  if (!isVisibleName(name)) return 'The name has invisible characters in it';
  if (!email.includes('@')) return 'The e-mail has no @';
  return undefined;
}
