import { readCsvCell } from '@sunloop/shared-types/values/csv.ts';

/** A cell that is calculated, and not a text behind an equals sign: `=A2`, `=CONCATENATE(…`, `=A2&B2`. */
const FORMULA =
  /^=(?:\$?[A-Z]{1,3}\$?\d+$|[A-Z][\w.]*\(|.*!|.*\b[A-Z]{1,3}\d+ *&|.*& *[A-Z]{1,3}\d+\b)/i;

/**
 * A cell without what programs put around it: `="85701"`, `'85701`, `z:85701` (an ad network's), `85701.0`, `5,205,550,117`.
 * What this product wrote for spreadsheets is as it was before.
 */
export function cleanCell(cell: string): string {
  const text = cell.trim();
  return (text.startsWith('=') ? withoutSign(text) : readCsvCell(text))
    .replace(/^['\u2018\u2019`\u00B4]+(?=[\d+(])([^'\u2019]*)['\u2019]*$/, '$1')
    .replace(/^[pz]:(?=\+?[\d(])/i, '')
    .replace(/^([+(\d][\d ()+-]*\d{4})\.0+$/, '$1')
    .replace(/^\d{1,3}(?:,\d{3}){2,}(?:\.0+)?$/, (number) => number.replace(/\..*|,/g, ''))
    .trim();
}

/** The text of `="Ann Lee"`, whose quotes may be gone. */
const withoutSign = (text: string) =>
  FORMULA.test(text)
    ? text
    : text.replace(/^=\s*(?:"((?:[^"]|"")*)"$)?/, '$1').replaceAll('""', '"');

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** A fraction of a long number, or behind one. */
const DECIMAL = /^(?:0[.,]\d{4,}|\d{7,}[.,]\d{1,2})$/;
const ERROR = /^#(?:#+|REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|ERROR!)$/i;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** A day as spreadsheets write it; '5/12/3' may be a house number. */
const DAY = new RegExp(
  `^(?:(?:19|20)\\d\\d[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\d{1,2}-${MONTH}(?:-\\d{2,4})?|${MONTH}-\\d{1,4})(?:[T ]\\d.*)?$`,
  'i',
);

/** Whether a spreadsheet has put something else in place of a text: 5.2E+09, ####, a day, a formula. */
export const isChanged = (cell: string) =>
  [FORMULA, SCIENTIFIC, DECIMAL, ERROR, DAY].some((pattern) => pattern.test(cell));

/** A number and the line it is in. */
export interface Numbered {
  line: number;
  text: string;
}

/**
 * The lines whose number has no signs in it and is a digit shorter than most of those that show what is usual: a
 * spreadsheet took the 0 from its start.
 */
export function linesWithoutZero(
  numbers: readonly Numbered[],
  showsUsual: (digits: string) => boolean,
): number[] {
  const lengths = new Map<number, number>();
  for (const { text } of numbers) {
    const digits = text.replaceAll(/\D/g, '');
    if (showsUsual(digits)) lengths.set(digits.length, (lengths.get(digits.length) ?? 0) + 1);
  }
  const [usual = 0] = [...lengths].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return numbers.flatMap(({ line, text }) =>
    /^[1-9]\d*$/.test(text) && text.length === usual - 1 ? [line] : [],
  );
}
