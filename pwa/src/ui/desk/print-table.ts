import { element, printSheet } from './print-sheet.ts';

/** A whole list as it is printed. */
export interface PrintedTable {
  title: string;
  /** What the list was narrowed to, and when it was read: one line. */
  note: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Prints a table in place of the page, which may show only part of it. */
export function printTable({ title, note, head, rows }: PrintedTable): void {
  const table = element('table', [
    element('thead', [element('tr', cells('th', head))]),
    element(
      'tbody',
      rows.map((row) => element('tr', cells('td', row))),
    ),
  ]);
  printSheet([element('h1', [title]), element('p', [note]), table]);
}

const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
  texts.map((text) => element(tag, [text]));
