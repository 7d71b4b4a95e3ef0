import type { CsvRecord } from '../../lib/parse-csv.ts';
import { type Choice, choicesOf, summaryOf } from './columns/choices.ts';
import { cellAt, isUnsentFile } from './columns/column.ts';
import type { Columns } from './columns/columns.ts';
import { findTable, type Table } from './columns/find-table.ts';
import { notesOf, type ReadRow } from './columns/notes.ts';
import { type FilePerson, rowReader } from './columns/read-row.ts';
import { cellTrouble } from './columns/spoiled.ts';
import { tellColumns } from './columns/tell-columns.ts';
import { type CellErrors, emailKey, judgePerson, TAKEN_EMAIL } from './judge-person.ts';

/** A line left out as it was read, and what is wrong with it. */
export interface SkippedLine {
  line: number;
  text: string;
  person: FilePerson;
  errors: CellErrors;
}

/** How the columns of a file are read, for the person to look at and to change. */
export interface Reading {
  columns: Columns;
  choices: Choice[];
  /** Which columns are used, in a line; empty if the file has nobody in it. */
  summary: string;
  /** Whether the person has to choose some of them. */
  isUnsure: boolean;
  notes: string[];
}

export interface People extends Reading {
  people: FilePerson[];
  skipped: SkippedLine[];
}

/**
 * The people in a file, by the rules of SPEC §5, whom the server would accept; every other line is listed with what is
 * wrong. `chosen` columns replace those that were told.
 */
export function readPeople(records: readonly CsvRecord[], chosen?: Columns): People {
  const table = findTable(records);
  const told = tellColumns(table);
  const columns = chosen ?? told.columns;
  const read = readRows(table, columns);
  return {
    ...sortOut(read),
    columns,
    choices: choicesOf(table, told.columns),
    summary: summaryOf(table, columns),
    isUnsure: told.isUnsure,
    notes: notesOf(table, { columns, isUnsure: told.isUnsure }, read),
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
      found.skipped.push({
        line: row.line,
        text: row.cells.filter((cell) => cell !== '').join(', '),
        person,
        errors,
      });
    } else {
      emails.add(emailKey(person));
      found.people.push(person);
    }
  }
  return found;
}

function troubleOf(person: FilePerson): CellErrors | undefined {
  const [own, servers] = [cellTrouble(person), judgePerson(person)];
  return own || servers ? { ...servers, ...own } : undefined;
}
