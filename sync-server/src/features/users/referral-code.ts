import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from '@sunloop/shared-types';
import { randomInt } from 'node:crypto';

/** A new random code; the database makes sure that no other user has it. */
export function newReferralCode(): string {
  const pick = () => REFERRAL_CODE_ALPHABET[randomInt(REFERRAL_CODE_ALPHABET.length)];
  return Array.from({ length: REFERRAL_CODE_LENGTH }, pick).join('');
}
