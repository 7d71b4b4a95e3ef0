import { type AdminReferral, digitsOf } from '@sunloop/shared-types';
import { foldText } from '../../lib/fold-text.ts';

/** Whether what was typed is in the name, email or phone of a referral or of its referrer, as the server searches. */
export function hasText(referral: AdminReferral, typed: string): boolean {
  const { name, email, phone, referrerName, referrerEmail } = referral;
  const text = [name, email, phone ?? '', digitsOf(phone ?? ''), referrerName, referrerEmail];
  return foldText(text.join('\n')).includes(foldText(typed.trim()));
}
