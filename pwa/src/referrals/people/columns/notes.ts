import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { linesWithoutZero } from '../cells/spoiled.ts';
import { kindOf } from '../headings/kinds.ts';
import type { Found } from '../found.ts';
import { cellAt } from './column.ts';
import { placesIn } from './source.ts';
import type { Table } from './table.ts';
import type { ToldColumns } from './tell-columns.ts';

/** A row with the person read from it. */
export interface ReadRow extends Omit<Found, 'line' | 'text'> {
  row: CsvRecord;
}

const UNSURE = 'Some columns of this file are unclear. Please choose what belongs in each field.';
const SEVERAL =
  'Each line seems to be about more than one person, and we can’t tell whom you refer. Please choose which columns are theirs. For several friends in a line, upload the file once for each.';
const LINES_NAMED = 10;

/** What a person should know of a file before uploading it. */
export function notesOf(
  { headings = [] }: Table,
  { columns, isUnsure, isSeveral }: ToldColumns,
  read: readonly ReadRow[],
): string[] {
  const phones = read.map(({ row: { line }, person }) => ({ line, text: person.phone ?? '' }));
  const zipAts = placesIn(columns.address)
    .flat()
    .filter((at) => kindOf(headings[at] ?? '') === 'zip');
  const zips = zipAts.map((at) =>
    read.map(({ row }) => ({ line: row.line, text: cellAt(row, at) })),
  );
  return [
    isSeveral ? SEVERAL : isUnsure ? UNSURE : '',
    lostZero(
      'phone',
      linesWithoutZero(phones, (digits) => digits.startsWith('0')),
    ),
    lostZero(
      'postal code',
      zips.flatMap((column) => linesWithoutZero(column, (zip) => zip !== '')),
    ),
  ].filter((note) => note !== '');
}

function lostZero(what: string, lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const named = lines.slice(0, LINES_NAMED).join(', ');
  const more = lines.length - LINES_NAMED;
  const all = more > 0 ? `${named} and ${more} more` : named;
  return `A spreadsheet may have taken the first 0 from a ${what}. Please check line ${all}.`;
}
