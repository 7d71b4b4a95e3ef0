import { element, printSheet } from './print-sheet.ts';

/** A slip to be cut off and signed. */
export interface Slip {
  title: string;
  note: string;
  lines: readonly string[];
  /** Under the line for the signature. */
  sign: string;
}

/** Prints slips in place of the page, none of them across two sheets. */
export function printSlips(slips: readonly Slip[]): void {
  printSheet(slips.map(slipElement));
}

function slipElement({ title, note, lines, sign }: Slip): HTMLElement {
  const list = element(
    'ul',
    lines.map((line) => element('li', [line])),
  );
  const slip = element('article', [
    element('h2', [title]),
    element('p', [note]),
    list,
    element('footer', [sign]),
  ]);
  slip.className = 'print-slip';
  return slip;
}
