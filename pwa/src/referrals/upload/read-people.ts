import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import {
  type Choice,
  choicesOf,
  headingOptions,
  type Option,
  summaryOf,
  unusedOf,
} from './columns/choices.ts';
import { cellAt, isUnsentFile } from './columns/column.ts';
import type { Columns } from './columns/columns.ts';
import { headingCandidates, type Table, tableOf } from './columns/find-table.ts';
import { notesOf, type ReadRow } from './columns/notes.ts';
import { rowReader } from './columns/read-row.ts';
import { tellColumns } from './columns/tell-columns.ts';
import { emailKey, TAKEN_EMAIL } from './judge-person.ts';
import { troubleOf } from './trouble-of.ts';

/** What a person chose for a file; the rest is told. */
export interface Chosen {
  /** The line of the headings; `NO_LINE` if there are none. */
  headingLine?: number | undefined;
  columns?: Columns | undefined;
}

/** How a file is read, for the person to look at and to change. */
export interface Reading {
  /** The line of the headings; `NO_LINE` if there are none. */
  headingLine: number;
  headingOptions: Option[];
  columns: Columns;
  choices: Choice[];
  /** Which columns are used, in a line; empty if the file has nobody in it. */
  summary: string;
  /** The columns nothing is read from, in a line. */
  unused: string;
  /** Whether the person has to choose some of them. */
  isUnsure: boolean;
  notes: string[];
}

export interface People extends Reading {
  people: FilePerson[];
  skipped: LeftOutLine[];
}

/**
 * The people in a file, by the rules of SPEC §5, whom the server would accept; every other line is listed with what is
 * wrong.
 */
export function readPeople(records: readonly CsvRecord[], chosen: Chosen = {}): People {
  const table = tableOf(records, chosen.headingLine);
  const told = tellColumns(table);
  const columns = chosen.columns ?? told.columns;
  const read = readRows(table, columns);
  const { people, skipped } = sortOut(read);
  return {
    people,
    skipped: [...skipped, ...othersOf(table)].toSorted((one, other) => one.line - other.line),
    headingLine: table.headingLine,
    headingOptions: headingOptions(headingCandidates(records)),
    columns,
    choices: choicesOf(table, told.columns, columns),
    summary: summaryOf(table, columns),
    unused: unusedOf(table, columns),
    isUnsure: told.isUnsure,
    notes: notesOf(table, { ...told, columns }, read),
  };
}

function readRows(table: Table, columns: Columns): ReadRow[] {
  const personOf = rowReader(columns);
  const dateAt = isUnsentFile(table.headings) ? (table.headings?.indexOf('date') ?? -1) : -1;
  return table.rows.map((row) => {
    const time = Date.parse(cellAt(row, dateAt));
    const dated = Number.isNaN(time) ? {} : { date: new Date(time).toISOString() };
    return { row, person: { ...personOf(row), ...dated } };
  });
}

/** Those who can be sent, each email once, and the lines left out. */
function sortOut(read: readonly ReadRow[]): Pick<People, 'people' | 'skipped'> {
  const found: Pick<People, 'people' | 'skipped'> = { people: [], skipped: [] };
  const emails = new Set<string>();
  for (const { row, person } of read) {
    const errors = troubleOf(person) ?? (emails.has(emailKey(person)) && { email: TAKEN_EMAIL });
    if (errors) {
      found.skipped.push({ line: row.line, text: textOf(row), person, errors });
    } else {
      emails.add(emailKey(person));
      found.people.push(person);
    }
  }
  return found;
}

/** The lines that are nobody, each with why. */
function othersOf({ headingLine, others }: Table): LeftOutLine[] {
  const person = referralContent({ name: '', email: '' });
  return others.map((row) => {
    const why = row.line < headingLine ? 'Above the headings' : 'The headings again';
    return { line: row.line, text: textOf(row), person, errors: {}, why };
  });
}

const textOf = ({ cells }: CsvRecord) => cells.filter((cell) => cell !== '').join(', ');
