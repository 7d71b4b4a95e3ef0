import type { CourierRefusal } from '@sunloop/shared-types/referrals/courier.ts';

/** How the log marks that a carried file was refused; the server's reason follows. */
export const REFUSED_PREFIX = 'handover-';

const WORDS: Readonly<Record<CourierRefusal | 'too_large', string>> = {
  tampered: 'The file was damaged or changed on its way.',
  unknown_key: 'It was sealed for another server, or before ours was put back to an earlier state.',
  unknown_owner:
    'Our server was put back to an earlier state and no longer knows the account of the person it is from.',
  inactive: 'The account of the person it is from is not active.',
  erased: 'The account of the person it is from was deleted.',
  ended: 'The person it is from has signed out everywhere or changed their password since.',
  too_large: 'It is too large.',
};

/** In words for whoever carried it; a newer server's reason has none of its own. */
export function refusalWords(why: string): string {
  const known = (WORDS as Readonly<Record<string, string>>)[why];
  return `${known ?? 'Our server does not take it.'} Please ask them to send it again from their own phone.`;
}
