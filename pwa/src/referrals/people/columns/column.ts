import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { cleanCell } from '../cells/spoiled.ts';
import { isAddressLike, isEmail } from '../cells/looks.ts';
import { isLongPhone } from '../cells/phones.ts';
import { type Kind, kindOf, saysPlace } from '../headings/kinds.ts';
import type { Table } from './table.ts';

/** A column with enough of its filled cells to tell what it holds. */
export interface Column {
  at: number;
  heading: string;
  kind: Kind;
  cells: readonly string[];
}

/** Filled cells looked at. */
const SAMPLE = 200;

/** The text of a cell, without what programs put around it. */
export const cellAt = ({ cells }: CsvRecord, at: number) => cleanCell(cells[at] ?? '');

/** The filled cells of the first place that has any. */
export function firstFilled(row: CsvRecord, places: readonly (readonly number[])[]): string[] {
  for (const joined of places) {
    const cells = joined.map((at) => cellAt(row, at)).filter((cell) => cell !== '');
    if (cells.length > 0) return cells;
  }
  return [];
}

/** How many columns the longest row has. */
export function widthOf({ headings, rows }: Table): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), headings?.length ?? 0);
}

/** The columns that hold anything. */
export function columnsOf(table: Table): Column[] {
  const { headings, rows } = table;
  const isOwnFile = isUnsentFile(headings);
  return Array.from({ length: widthOf(table) }, (_, at): Column => {
    const heading = headings?.[at] ?? '';
    const isOwn = isOwnFile && OWN_COLUMNS.includes(heading);
    const column = { at, heading, kind: kindOf(heading), cells: sampleOf(rows, at) };
    return { ...column, kind: isOwn ? 'thing' : kindByCells(column) };
  }).filter(({ cells }) => cells.length > 0);
}

/** 'Property' may hold an address, or whether it is owned; 'Number we can call' a phone, or a yes. */
function kindByCells(column: Column): Kind {
  const { kind, heading } = column;
  if (kind === 'unknown' || kind === 'place') {
    return saysPlace(heading) && looks(column, isAddressLike) ? 'address' : kind;
  }
  if (kind !== 'permission' && kind !== 'refusal') return kind;
  if (looks(column, isEmail)) return 'email';
  return looks(column, isLongPhone) ? 'phone' : kind;
}

function sampleOf(rows: readonly CsvRecord[], at: number): string[] {
  const cells: string[] = [];
  for (const row of rows) {
    const cell = cellAt(row, at);
    if (cell !== '' && cells.push(cell) === SAMPLE) break;
  }
  return cells;
}

const OWN_COLUMNS: readonly string[] = ['date', 'state', 'reason'];

/** Whether it is the file of unsent rows (`exportWaiting`), whose dates are those of the referrals. */
export function isUnsentFile(headings: readonly string[] | undefined): boolean {
  return OWN_COLUMNS.every((heading) => headings?.includes(heading));
}

/** Whether at least half of its cells look so. */
export function looks({ cells }: Column, like: (cell: string) => boolean): boolean {
  return cells.filter(like).length * 2 >= cells.length;
}

const FEW = 3;

/** Whether it says the same of many rows, as the email of whoever made the file does. */
export function isRepeated({ cells }: Column): boolean {
  return cells.length >= FEW && new Set(cells).size * 2 <= cells.length;
}

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
