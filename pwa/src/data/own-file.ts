import { FOR_COLUMN } from './taken-row.ts';

/** A file this app wrote: what somebody had not sent, as records of CSV, or the same sealed for the server. */
export type OwnFile =
  | { kind: 'unsent'; records: { line: number; cells: string[] }[] }
  | { kind: 'sealed'; text: string };

/** How a sealed file begins; the number is the version of its format (docs/design.md, Courier). */
export const SEALED_HEAD = 'sunloop-handover-1.';

const HEADINGS = ['state', 'owner', 'id', 'number', 'record'];

/**
 * Whether these are the headings of a saved file that can be brought back; older builds saved it without ids. One that lost
 * some in a spreadsheet is known by whom its rows are for, because as a list of people they would be one's own.
 */
export const isOwnHead = (cells: readonly string[] | undefined): boolean =>
  [HEADINGS, ['state', FOR_COLUMN]].some((all) => all.every((one) => cells?.includes(one)));
