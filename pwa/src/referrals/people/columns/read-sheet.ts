import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { ReferralField } from '@sunloop/shared-types/referrals/referral.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { permissionOf } from '@sunloop/shared-types/referrals/permission.ts';
import type { CellErrors } from '@sunloop/engine/data/file-person.ts';
import { oneLine } from '../../../lib/one-line.ts';
import { emailIn, isGranted, isRefusal, isRefused, nameIn } from '../cells/looks.ts';
import { phoneIn } from '../cells/phones.ts';
import { isChanged } from '../cells/spoiled.ts';
import { type Found, REFUSED } from '../found.ts';
import { tidyPerson } from '../judge.ts';
import {
  type Choice,
  type Option,
  choicesOf,
  headingOptions,
  summaryOf,
  unusedOf,
} from './choices.ts';
import { kindOf } from '../headings/kinds.ts';
import { isPart } from './places.ts';
import { cellAt, firstFilled, isUnsentFile } from './column.ts';
import { type ReadRow, notesOf } from './notes.ts';
import { type ColumnKey, type Columns, NO_COLUMN, placesIn } from './source.ts';
import { type Table, headingCandidates, tableOf } from './table.ts';
import { tellColumns } from './tell-columns.ts';

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

/** Reads a row's person from these columns; `told` are those nobody has chosen. */
function rowReader(
  columns: Columns,
  { headings = [] }: Table,
  told: Columns,
): (row: CsvRecord) => Omit<Found, 'line' | 'text'> {
  const places = Object.fromEntries(
    Object.entries(columns).map(([key, source]) => [key, placesIn(source)]),
  ) as Record<ColumnKey, number[][]>;
  // In a column of notes, 'yes' and a day are of something else.
  const refuses = (cell: string, at: number) => {
    const isSaid = columns.refusal !== told.refusal || kindOf(headings[at] ?? '') === 'refusal';
    return isRefusal(cell) || (isSaid && isRefused(cell));
  };
  return (row) => {
    const textOf = (key: ColumnKey) => firstFilled(row, places[key]);
    const errors = changedIn(textOf);
    const person = tidyPerson({
      name: [...textOf('name').map(nameIn), ...textOf('lastName')].join(' '),
      email: emailIn(textOf('email').join(' ')),
      phone: phoneIn(textOf('phone').join(' ')),
      address: addressOf(textOf('address')),
      ...(columns.permission !== NO_COLUMN && {
        permission: permissionOf(textOf('permission').some(isGranted)),
      }),
    });
    const isLeftOut = places.refusal.some(([at = -1]) => refuses(cellAt(row, at), at));
    return { person, errors, ...(isLeftOut && { why: REFUSED, mayBeSent: true }) };
  };
}

const CHANGED = 'A spreadsheet changed this. Type it again';
const CHANGED_TEXTS: readonly [ReferralField, string][] = [
  ['name', `${CHANGED}.`],
  ['email', `${CHANGED}.`],
  ['phone', 'A spreadsheet changed this number. Type it again or leave it empty.'],
  ['address', `${CHANGED} or leave it empty.`],
];

/** The fields in place of whose text a spreadsheet put something else. */
function changedIn(textOf: (key: ColumnKey) => readonly string[]): CellErrors | undefined {
  const changed = CHANGED_TEXTS.filter(([field]) => textOf(field).some(isChanged));
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** An address in a line; of one that is there as a whole and in parts, the whole. */
function addressOf(cells: readonly string[]): string {
  const [whole = '', ...parts] = cells.map((cell) => oneLine(withoutLabels(cell)));
  const repeated = parts.filter((part) => hasWords(whole, part));
  return repeated.length * 2 > parts.length ? whole : [whole, ...parts].join(', ');
}

/** Some forms write 'City: Mesa' in a line of its own. */
const withoutLabels = (cell: string) =>
  cell
    .split(/\r?\n/)
    .map((line) =>
      line.replace(/^([^:]{2,30}): */, (label, words: string) =>
        isPart({ kind: kindOf(words) }) ? '' : label,
      ),
    )
    .filter((line) => line.trim() !== '')
    .join('\n');

function hasWords(text: string, words: string): boolean {
  const apart = (line: string) => ` ${line.toLowerCase().replaceAll(/[\s,]+/g, ' ')} `;
  return apart(text).includes(apart(words));
}
