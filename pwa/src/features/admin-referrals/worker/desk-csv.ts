import { csvOf } from '@sunloop/shared-types';
import { COLUMNS, DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskRow } from '../desk-view.ts';

/** Rows turned into text at a time; all cells at once would take as much memory as the list. */
const ROWS_A_PART = 5000;

/** Every column of these rows, as parts of a file that is safe to open in a spreadsheet. */
export function csvParts(count: number, rowAt: (at: number) => DeskRow | undefined): string[] {
  const parts = [csvOf([[...COLUMNS.map((column) => DESK_COLUMNS[column].label), 'Id']])];
  for (let from = 0; from < count; from += ROWS_A_PART) {
    const size = Math.min(ROWS_A_PART, count - from);
    const rows = Array.from({ length: size }, (_, at) => rowAt(from + at)).filter((row) => !!row);
    const cells = rows.map((row) => [
      ...COLUMNS.map((column) => DESK_COLUMNS[column].textOf(row.referral)),
      row.referral.id,
    ]);
    // A file has one byte order mark, at its start.
    parts.push(csvOf(cells, { isContinued: true }));
  }
  return parts;
}
