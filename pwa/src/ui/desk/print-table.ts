import './print-table.css';

/** A whole list as it is printed. */
export interface PrintedTable {
  title: string;
  /** What the list was narrowed to, and when it was read: one line. */
  note: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Prints a table in place of the page, which may show only part of it. */
export function printTable(table: PrintedTable): void {
  const sheet = sheetOf(table);
  document.body.append(sheet);
  // A page that prints later by itself must not print this list.
  window.addEventListener('afterprint', () => sheet.remove(), { once: true });
  window.print();
}

/** Made without React, because thousands of rows that only the printer sees need no updates. */
function sheetOf({ title, note, head, rows }: PrintedTable): HTMLElement {
  const table = element('table', [
    element('thead', [element('tr', cells('th', head))]),
    element(
      'tbody',
      rows.map((row) => element('tr', cells('td', row))),
    ),
  ]);
  const sheet = element('section', [element('h1', [title]), element('p', [note]), table]);
  sheet.className = 'print-table';
  return sheet;
}

const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
  texts.map((text) => element(tag, [text]));

function element(tag: string, children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
