import { permissionOf } from '@sunloop/shared-types/referrals/permission.ts';
import type { FilePerson } from '@sunloop/engine/data/user-db.ts';
import { oneLine } from '../../../lib/one-line.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { tidyPerson } from '../judge-person.ts';
import { firstFilled } from './column.ts';
import { type ColumnKey, type Columns, NO_COLUMN, placesIn } from './columns.ts';
import { emailIn, isYes, nameIn, phoneIn } from './looks.ts';

/** Reads a row's person from these columns. */
export function rowReader(columns: Columns): (row: CsvRecord) => FilePerson {
  const places = Object.fromEntries(
    Object.entries(columns).map(([key, source]) => [key, placesIn(source)]),
  ) as Record<ColumnKey, number[][]>;
  return (row) => {
    const textOf = (key: ColumnKey) => firstFilled(row, places[key]);
    return tidyPerson({
      name: [...textOf('name').map(nameIn), ...textOf('lastName')].join(' '),
      email: emailIn(textOf('email').join(' ')),
      phone: phoneIn(textOf('phone').join(' ')),
      address: addressOf(textOf('address')),
      ...(columns.permission !== NO_COLUMN && {
        permission: permissionOf(textOf('permission').some(isYes)),
      }),
    });
  };
}

/** An address in a line; of one that is there as a whole and in parts, the whole. */
function addressOf(cells: readonly string[]): string {
  const [whole = '', ...parts] = cells.map(oneLine);
  const repeated = parts.filter((part) => hasWords(whole, part));
  return repeated.length * 2 > parts.length ? whole : [whole, ...parts].join(', ');
}

function hasWords(text: string, words: string): boolean {
  const apart = (line: string) => ` ${line.toLowerCase().replaceAll(/[\s,]+/g, ' ')} `;
  return apart(text).includes(apart(words));
}
