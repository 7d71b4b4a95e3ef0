import { type AdminReferral, isSought, soughtIn } from '@sunloop/shared-types';

/** Whether what was typed is in the name, email or phone of a referral or of its referrer, as the server searches. */
export function hasText(referral: AdminReferral, typed: string): boolean {
  const { name, email, phone, referrerName, referrerEmail } = referral;
  return isSought(soughtIn(typed), [name, email, referrerName, referrerEmail], phone);
}
