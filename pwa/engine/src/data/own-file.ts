import { COURIER_TYPE } from '@sunloop/shared-types/referrals/courier.ts';
import { FOR_COLUMN } from './on-behalf-row.ts';

/** A file this app wrote: what somebody had not sent, as records of CSV, or the same sealed for the server. */
export type OwnFile =
  | { kind: 'unsent'; records: { line: number; cells: string[] }[] }
  | { kind: 'sealed'; text: string };

/** How a sealed file begins: its header's type, which stands first, in base64url (docs/design.md, Courier). */
const SEALED_HEAD = btoa(`{"typ":"${COURIER_TYPE}`);
/** How one began that was sealed before 0.1.0; gone in 0.2.0. */
export const SEALED_HEAD_1 = 'sunloop-handover-1.';

/** Whether this is a file that was sealed for the server, whole or not. */
export const isSealed = (text: string): boolean =>
  text.startsWith(SEALED_HEAD) || text.startsWith(SEALED_HEAD_1);

const HEADINGS = ['state', 'owner', 'id', 'number', 'record'];

/**
 * Whether these are the headings of a saved file that can be brought back; older builds saved it without ids. One that lost
 * some in a spreadsheet is known by whom its rows are for, because as a list of people they would be one's own.
 */
export const isOwnHead = (cells: readonly string[] | undefined): boolean =>
  [HEADINGS, ['state', FOR_COLUMN]].some((all) => all.every((one) => cells?.includes(one)));
