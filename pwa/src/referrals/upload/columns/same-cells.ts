import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { cellAt, type Column } from './column.ts';

const ROWS_COMPARED = 200;

/** Whether a column of names already contains those of another. */
export function holds(rows: readonly CsvRecord[], whole: Column, part: Column): boolean {
  return mostly(rows, [whole, part], (all, some) => all !== some && all.includes(some));
}

/** Whether two columns say the same, one of them perhaps in more words. */
export function areAlike(rows: readonly CsvRecord[], one: Column, other: Column): boolean {
  const isIn = (part: string, whole: string) => ` ${whole} `.includes(` ${part} `);
  return mostly(rows, [one, other], (a, b) => isIn(a, b) || isIn(b, a));
}

/** Whether it is so in most rows that have both cells. */
function mostly(
  rows: readonly CsvRecord[],
  [one, other]: readonly [Column, Column],
  isSo: (a: string, b: string) => boolean,
): boolean {
  const both = rows
    .slice(0, ROWS_COMPARED)
    .map((row) => [cellAt(row, one.at), cellAt(row, other.at)] as const)
    .filter(([a, b]) => a !== '' && b !== '');
  return both.filter(([a, b]) => isSo(a, b)).length * 2 > both.length;
}
