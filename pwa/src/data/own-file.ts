/** A file this app wrote: what somebody had not sent, as records of CSV, or the same sealed for the server. */
export type OwnFile =
  | { kind: 'unsent'; records: { line: number; cells: string[] }[] }
  | { kind: 'sealed'; text: string };

/** How a sealed file begins; the number is the version of its format (docs/design.md, Courier). */
export const SEALED_HEAD = 'sunloop-handover-1.';

const HEADINGS = ['state', 'owner', 'id', 'number', 'record'];

/** Whether these are the headings of a saved file that can be brought back; older builds saved it without ids. */
export const isOwnHead = (cells: readonly string[] | undefined): boolean =>
  HEADINGS.every((heading) => cells?.includes(heading));
