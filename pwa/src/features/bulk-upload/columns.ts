import type { ReferralField } from '@sunloop/shared-types';

/** Which column of a file holds what, counted from 0; -1 if none does. `lastName` is appended to `name`. */
export type Columns = Record<ReferralField | 'lastName', number>;

export const NO_COLUMN = -1;

/** SPEC §5: name and email come first; phone and address follow. */
export const DEFAULT_COLUMNS: Columns = {
  name: 0,
  lastName: NO_COLUMN,
  email: 1,
  phone: 2,
  address: 3,
};

const FULL_NAME = /^(?:full |friend'?s? |contact )?name$/i;
const FIRST_NAME = /^(?:first|given|fore)(?:[ _-]?name)?$/i;
const LAST_NAME = /^(?:last|family)(?:[ _-]?name)?$|^surname$/i;
const EMAIL = /e-?mail/i;
const PHONE = /phone|mobile|^tel/i;
const ADDRESS = /address|street/i;

/** Guesses columns by their headings; the person sees the guess and may change it. */
export function guessColumns(headings: readonly string[]): Columns {
  const find = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(heading.trim()));
  const email = find(EMAIL);
  const name = nameColumns(find);
  if (!name || email < 0) return DEFAULT_COLUMNS;
  // 'Email address' is an email, not an address.
  const address = headings.findIndex((heading) => ADDRESS.test(heading) && !EMAIL.test(heading));
  return { ...name, email, phone: find(PHONE), address };
}

/** A column of full names, otherwise those of first and last names. */
function nameColumns(find: (pattern: RegExp) => number) {
  const full = find(FULL_NAME);
  if (full >= 0) return { name: full, lastName: NO_COLUMN };
  const first = find(FIRST_NAME);
  return first < 0 ? undefined : { name: first, lastName: find(LAST_NAME) };
}
