import { type AdminReferral, digitsOf } from '@sunloop/shared-types';

/** Ignores case and accents, so that 'jose' finds José. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether what was typed is in the name, email or phone of a referral or of its referrer, as the server searches. */
export function hasText(referral: AdminReferral, typed: string): boolean {
  const { name, email, phone, referrerName, referrerEmail } = referral;
  const text = [name, email, phone ?? '', digitsOf(phone ?? ''), referrerName, referrerEmail];
  return fold(text.join('\n')).includes(fold(typed.trim()));
}
