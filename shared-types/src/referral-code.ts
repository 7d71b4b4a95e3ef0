/** A referral code has this many characters of Crockford's base32: no I, L, O (read as 1, 1, 0) and no U. */
export const REFERRAL_CODE_LENGTH = 8;
export const REFERRAL_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The stored form of a code as it was typed or copied from a chat: in any case, `O` read as `0`, `I` and `L` as `1`, and
 * without the dots, brackets, quotes, dashes and whatever else no code contains. What follows the code falls away.
 */
export function readReferralCode(typed: string): string {
  const plain = typed.normalize('NFKC').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return plain.replaceAll(/[^\dA-HJKMNP-TV-Z]/g, '').slice(0, REFERRAL_CODE_LENGTH);
}
