/** How a code of ours is written. */
export interface CodeForm {
  /** Any sign that is none of the code's, with the flag `g`. */
  readonly others: RegExp;
  readonly length: number;
  /** Makes of a sign the one it stands for. */
  readonly fold?: (text: string) => string;
}

/** A percent-encoded sign, which may have been encoded twice; no program encodes the signs of a code. */
const PERCENT_SIGN = /%(?:25)*[\da-f]{2}/gi;
/** What a word processor puts in place of a hyphen. */
const DASHES = /[\p{Pd}\u2212]/gu;
/** More than stands before a code in any message; NFKC takes time quadratic in the number of marks. */
const READ_MAX = 1000;

/**
 * The stored form of a code as it was typed, or copied from a chat, a list or a word processor: without the dots, brackets, quotes
 * and whatever else no code contains. What follows the code falls away; one that was cut is shorter than its form says.
 */
export function readCode(
  typed: string,
  { others, length, fold = (text) => text }: CodeForm,
): string {
  const start = typed.replaceAll(PERCENT_SIGN, '').slice(0, READ_MAX);
  const known = fold(start.normalize('NFKC').replaceAll(DASHES, '-'));
  return known.replaceAll(others, '').slice(0, length);
}

/** Crockford's base32: no I, L, O (read as 1, 1, 0) and no U. */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of so many signs of Crockford's base32, in any case. */
export const crockford = (length: number): CodeForm => ({
  others: /[^\dA-HJKMNP-TV-Z]/g,
  length,
  fold: (text) => text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
});

/** Of 32 bytes as base64url: what stands behind the `#` of a link in a message. */
const TOKEN: CodeForm = { others: /[^\w-]/g, length: 43 };
export const readToken = (typed: string) => readCode(typed, TOKEN);
/** A token of which nothing was cut. */
export const WHOLE_TOKEN = /^[\w-]{43}$/;

const UUID: CodeForm = { others: /[^\da-f]/g, length: 32, fold: (text) => text.toLowerCase() };

/** A UUID; '' if it was cut. */
export function readUuid(typed: string): string {
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(readCode(typed, UUID)) ?? [];
  return parts.join('-');
}
