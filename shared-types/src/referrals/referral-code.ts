import { crockford, CROCKFORD_ALPHABET, readCode } from '../values/read-code.ts';

/** A referral code has this many characters of Crockford's base32. */
export const REFERRAL_CODE_LENGTH = 8;
export const REFERRAL_CODE_ALPHABET = CROCKFORD_ALPHABET;
/** A code of which nothing was cut. */
export const WHOLE_REFERRAL_CODE = /^[\dA-HJKMNP-TV-Z]{8}$/;

const REFER_PATH = /^\/refer\/(.+)/;

/** The stored form of a code as it was typed or copied; shorter if it was cut. */
export const readReferralCode = (typed: string) => readCode(typed, crockford(REFERRAL_CODE_LENGTH));

/**
 * The code in the path of a referral link, whatever stands around it; '' if there is no sign of one, absent if
 * the path is none of a link.
 */
export function readReferPath(path: string): string | undefined {
  const [, typed] = REFER_PATH.exec(path) ?? [];
  return typed && readReferralCode(typed);
}
