/** A referral code has this many characters of Crockford's base32: no I, L, O (read as 1, 1, 0) and no U. */
export const REFERRAL_CODE_LENGTH = 8;
export const REFERRAL_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const REFER_PATH = /^\/refer\/(.+)/;
/** A percent-encoded sign, which may have been encoded twice; no program encodes the signs of a code. */
const PERCENT_SIGN = /%(?:25)*[\da-f]{2}/gi;
/** More than stands before a code in any message; NFKC takes time quadratic in the number of marks. */
const READ_MAX = 1000;

/**
 * The stored form of a code as it was typed or copied from a chat: in any case, `O` read as `0`, `I` and `L` as `1`, and
 * without the dots, brackets, quotes, dashes and whatever else no code contains. What follows the code falls away.
 */
export function readReferralCode(typed: string): string {
  const start = typed.replaceAll(PERCENT_SIGN, '').slice(0, READ_MAX);
  const known = start.normalize('NFKC').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return known.replaceAll(/[^\dA-HJKMNP-TV-Z]/g, '').slice(0, REFERRAL_CODE_LENGTH);
}

/**
 * The code in the path of a referral link, whatever stands around it; '' if there is no sign of one, absent if
 * the path is none of a link.
 */
export function readReferPath(path: string): string | undefined {
  const [, typed] = REFER_PATH.exec(path) ?? [];
  return typed && readReferralCode(typed);
}
