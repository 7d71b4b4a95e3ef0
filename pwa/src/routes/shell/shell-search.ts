import { readUuid } from '@sunloop/shared-types/values/read-code.ts';
import * as v from 'valibot';

const DIALOGS = [
  'add',
  'share',
  'qr',
  'card',
  'help',
  'signIn',
  'achievements',
  'waiting',
  'today',
] as const;
/** A dialog that a link can open. */
export type DialogName = (typeof DIALOGS)[number];
const RowId = v.pipe(v.string(), v.uuid());

/** The dialog over a page of the shell; part of the URL so that Back closes it and links open it. */
export type ShellSearch = { [name in DialogName]?: 1 } & {
  /** Id of the referral whose details are open. */
  referral?: string;
};

/** Reads `?add=1` and the like or `?referral=<id>`, and drops anything else. */
export function parseShellSearch(search: Record<string, unknown>): ShellSearch {
  const open = DIALOGS.find((name) => String(search[name]) === '1');
  if (open) return { [open]: 1 };
  const given = search['referral'];
  const referral = typeof given === 'string' ? readUuid(given) : '';
  return v.is(RowId, referral) ? { referral } : {};
}

const NAMES: ReadonlySet<string> = new Set([...DIALOGS, 'referral']);

/** The same place without the dialog; the filters of the page below stay. */
export function withoutDialog<Search extends object>(search: Search) {
  const kept = Object.entries(search).filter(([name]) => !NAMES.has(name));
  return Object.fromEntries(kept) as Omit<Search, keyof ShellSearch>;
}
