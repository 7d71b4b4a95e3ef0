import {
  REFERRAL_CODE_ALPHABET,
  REFERRAL_CODE_LENGTH,
} from '@sunloop/shared-types/referrals/referral-code.ts';
import { randomInt } from 'node:crypto';

/** A new random code; the database makes sure that no other row has it. */
export function newCode(length: number): string {
  const pick = () => REFERRAL_CODE_ALPHABET[randomInt(REFERRAL_CODE_ALPHABET.length)];
  return Array.from({ length }, pick).join('');
}

export const newReferralCode = () => newCode(REFERRAL_CODE_LENGTH);
