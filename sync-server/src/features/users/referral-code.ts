import { randomInt } from 'node:crypto';

// Crockford's base32: no I, L, O (read as 1, 1, 0) and no U.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;

/** A new random code; the database makes sure that no other user has it. */
export function newReferralCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The stored form of a typed code: in any case, with `O` as `0`, `I` and `L` as `1`. */
export function normalizeReferralCode(typed: string): string {
  return typed.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
