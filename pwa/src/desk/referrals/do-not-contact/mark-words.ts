import type { DoNotContact } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { formatDay } from '../../../lib/format-date.ts';

/** Who marked a person, when and why: 'Marked by Ada, Nov 27, 2026: they asked by phone'. */
export function markWords({ markedBy, markedAt, reason }: DoNotContact): string {
  return `Marked by ${markedBy ?? 'an admin'}, ${formatDay(markedAt)}: ${reason}`;
}
