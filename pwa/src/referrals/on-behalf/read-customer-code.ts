import {
  readReferralCode,
  readReferPath,
  REFERRAL_CODE_LENGTH,
} from '@sunloop/shared-types/referrals/referral-code.ts';

/** The code in what was typed, pasted or scanned, be it alone or in a referral link; undefined if it is none. */
export function readCustomerCode(typed: string): string | undefined {
  const [link = ''] = /\/refer\/[^\s?#]+/.exec(typed) ?? [];
  // Of a link, only what follows its path is a code.
  const code = typed.includes('/') ? (readReferPath(link) ?? '') : readReferralCode(typed);
  return code.length === REFERRAL_CODE_LENGTH ? code : undefined;
}
