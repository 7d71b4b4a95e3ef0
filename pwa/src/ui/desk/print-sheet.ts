import './print-table.css';

/** Prints these in place of the page. */
export function printSheet(parts: readonly HTMLElement[]): void {
  const sheet = element('section', parts);
  sheet.className = 'print-table';
  document.body.append(sheet);
  // A page that prints later by itself must not print this.
  window.addEventListener('afterprint', () => sheet.remove(), { once: true });
  window.print();
}

/** Made without React, because thousands of rows that only the printer sees need no updates. */
export function element(tag: string, children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
