import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { isSought, type Sought } from '@sunloop/shared-types/values/search.ts';

/** Whether what is sought is in the name, email or phone of a referral or of its referrer, as the server searches. */
export function hasText(referral: AdminReferral, sought: Sought): boolean {
  const { name, email, phone, referrerName, referrerEmail } = referral;
  return isSought(sought, [name, email, referrerName, referrerEmail], phone);
}
