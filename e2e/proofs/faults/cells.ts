import { act } from './actions/act.ts';
import type { Action } from './actions/action.ts';
import { edit } from './actions/edit.ts';
import { quote } from './actions/quote.ts';
import { read } from './actions/read.ts';
import { signIn } from './actions/sign-in.ts';
import { signOut } from './actions/sign-out.ts';
import { submit } from './actions/submit.ts';
import { upload } from './actions/upload.ts';
import { FAULTS, type FaultRow } from './faults.ts';

export const ACTIONS: readonly Action[] = [submit, edit, upload, act, read, signIn, signOut, quote];

/** One fault met by one action. */
export interface Cell {
  readonly row: FaultRow;
  readonly action: Action;
}

/** Cells that make no sense, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'cut × sign-out': 'the answer has no body to cut',
  'signed-out × sign-out': 'the call answers 204 whoever is signed in',
  'signed-out × quote': 'the call asks for no session',
};

/** Each fault once and each action at least once: the short form. */
const DIAGONAL = new Set([
  'drop-before × submit',
  'drop-after × upload',
  'delay × sign-in',
  'hang × quote',
  'cut × act',
  'foreign-403 × edit',
  'foreign-404 × sign-out',
  'foreign-502 × quote',
  'foreign-200 × read',
  'too-many × submit',
  'signed-out × edit',
  'slow × upload',
]);

export function nameOf({ row, action }: Cell): string {
  return `${row.fault} × ${action.name}`;
}

/** A test's title, by which its result is found in the report. */
export function titleOf(cell: Cell): string {
  return `${nameOf(cell)} is reported truthfully and ends well`;
}

export const FULL_TABLE: readonly Cell[] = FAULTS.flatMap((row) =>
  ACTIONS.map((action) => ({ row, action })),
).filter((cell) => !(nameOf(cell) in LEFT_OUT));

export const SHORT_TABLE = FULL_TABLE.filter((cell) => DIAGONAL.has(nameOf(cell)));
