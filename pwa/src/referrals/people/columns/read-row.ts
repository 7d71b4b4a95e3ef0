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
import { kindOf } from '../headings/kinds.ts';
import { isPart } from './places.ts';
import { cellAt, firstFilled } from './column.ts';
import { type ColumnKey, type Columns, NO_COLUMN, placesIn } from './source.ts';
import { type Table } from './table.ts';

/** Reads a row's person from these columns; `told` are those nobody has chosen. */
export function rowReader(
  columns: Columns,
  { headings = [] }: Table,
  told: Columns,
): (row: CsvRecord) => Omit<Found, 'line' | 'text'> {
  const places = Object.fromEntries(
    Object.entries(columns).map(([key, source]) => [key, placesIn(source)]),
  ) as Record<ColumnKey, number[][]>;
  // In a column of notes, 'yes' and a day are of something else.
  const isSaid = (at: number) =>
    columns.refusal !== told.refusal || kindOf(headings[at] ?? '') === 'refusal';
  const refusals = places.refusal.flat().map((at) => ({ at, isSaid: isSaid(at) }));
  return (row) => {
    const cellsOf = (key: ColumnKey) => firstFilled(row, places[key]);
    const read = {
      name: cellsOf('name'),
      email: cellsOf('email'),
      phone: cellsOf('phone'),
      address: cellsOf('address'),
    };
    const person = tidyPerson({
      name: [...read.name.map(nameIn), ...cellsOf('lastName')].join(' '),
      email: emailIn(read.email.join(' ')),
      phone: phoneIn(read.phone.join(' ')),
      address: addressOf(read.address),
      ...(columns.permission !== NO_COLUMN && {
        permission: permissionOf(cellsOf('permission').some(isGranted)),
      }),
    });
    const isLeftOut = refusals.some((column) => {
      const cell = cellAt(row, column.at);
      return isRefusal(cell) || (column.isSaid && isRefused(cell));
    });
    return { person, errors: changedIn(read), ...(isLeftOut && { why: REFUSED, mayBeSent: true }) };
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
function changedIn(read: Readonly<Record<ReferralField, string[]>>): CellErrors | undefined {
  const changed = CHANGED_TEXTS.filter(([field]) => read[field].some(isChanged));
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** An address in a line; of one that is there as a whole and in parts, the whole. */
function addressOf(cells: readonly string[]): string {
  const [whole = '', ...parts] = cells.map((cell) => oneLine(withoutLabels(cell)));
  const repeated = parts.filter((part) => hasWords(whole, part));
  return repeated.length * 2 > parts.length ? whole : [whole, ...parts].join(', ');
}

/** Some forms write 'City: Mesa' in a line of its own. */
function withoutLabels(cell: string): string {
  if (!cell.includes(':')) return cell;
  const lines = cell.split(/\r?\n/).map((line) => line.replace(/^([^:]{2,30}): */, labelKept));
  return lines.filter((line) => line.trim() !== '').join('\n');
}

const labelKept = (label: string, words: string) => (isPart({ kind: kindOf(words) }) ? '' : label);

function hasWords(text: string, words: string): boolean {
  const apart = (line: string) => ` ${line.toLowerCase().replaceAll(/[\s,]+/g, ' ')} `;
  return apart(text).includes(apart(words));
}
