import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { type Found } from '../found.ts';
import {
  type Choice,
  type Option,
  choicesOf,
  headingOptions,
  summaryOf,
  unusedOf,
} from './choices.ts';
import { cellAt, isUnsentFile } from './column.ts';
import { type ReadRow, notesOf } from './notes.ts';
import { type Columns, NO_COLUMN } from './source.ts';
import { type Table, headingCandidates, tableOf } from './table.ts';
import { tellColumns } from './tell-columns.ts';
import { rowReader } from './read-row.ts';

/** What a person chose for a file; the rest is told. */
export interface Chosen {
  /** The line of the headings; `NO_LINE` if there are none. */
  headingLine?: number | undefined;
  columns?: Columns | undefined;
}

/** How the columns of a table were told, for a person to look at and to change. */
export interface Questions {
  /** The line of the headings; `NO_LINE` if there are none. */
  headingLine: number;
  headingOptions: Option[];
  columns: Columns;
  choices: Choice[];
  /** Whether a column says who agreed to be contacted. */
  hasPermission: boolean;
  /** Which columns are used, in a line; empty if nobody is in it. */
  summary: string;
  /** The columns nothing is read from, in a line. */
  unused: string;
  /** Whether the person has to choose some of them. */
  isUnsure: boolean;
  notes: string[];
}

/** Everybody in the rows of a table, by the rules of SPEC §5, and every other line, in their order. */
export function readSheet(
  records: readonly CsvRecord[],
  chosen: Chosen = {},
): { found: Found[]; questions: Questions } {
  const table = tableOf(records, chosen.headingLine);
  const told = tellColumns(table);
  const columns = chosen.columns ?? told.columns;
  const read = readRows(table, columns, told.columns);
  const rows = read.map(({ row, ...who }) => ({ line: row.line, text: textOf(row), ...who }));
  return {
    found: [...rows, ...othersOf(table)].toSorted((one, other) => one.line - other.line),
    questions: {
      headingLine: table.headingLine,
      headingOptions: headingOptions(headingCandidates(records)),
      columns,
      hasPermission: columns.permission !== NO_COLUMN,
      choices: choicesOf(table, told.columns, columns),
      summary: summaryOf(table, columns),
      unused: unusedOf(table, columns),
      isUnsure: told.isUnsure,
      notes: notesOf(table, { ...told, columns }, read),
    },
  };
}

function readRows(table: Table, columns: Columns, told: Columns): ReadRow[] {
  const personOf = rowReader(columns, table, told);
  const dateAt = isUnsentFile(table.headings) ? (table.headings?.indexOf('date') ?? -1) : -1;
  return table.rows.map((row) => {
    const time = Date.parse(cellAt(row, dateAt));
    const dated = Number.isNaN(time) ? {} : { date: new Date(time).toISOString() };
    const { person, ...rest } = personOf(row);
    return { row, person: { ...person, ...dated }, ...rest };
  });
}

/** The lines that are nobody, each with why. */
function othersOf({ headingLine, others }: Table) {
  const person = referralContent({ name: '', email: '' });
  return others.map((row) => {
    const why = row.line < headingLine ? 'Above the headings' : 'The headings again';
    return { line: row.line, text: textOf(row), person, why };
  });
}

const textOf = ({ cells }: CsvRecord) => cells.filter((cell) => cell !== '').join(', ');
