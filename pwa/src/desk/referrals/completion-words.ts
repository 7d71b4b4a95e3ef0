import type { CompletionPreview } from '@sunloop/shared-types/program/admin-completion.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { formatOrdinal } from '../../lib/format-ordinal.ts';
import { isolate } from '../../lib/isolate.ts';

/** For when the server cannot be asked. */
export const UNKNOWN_PAY =
  'Completing pays the referrer; the amount is shown when there is a connection.';
const PAYS_NOTHING = 'Pays nothing: it was decided that somebody else is paid for this person.';
/** How many people are named. */
const NAMED = 3;

/** What completing pays and to whom: 'Pays Sam Rivera $1,000, their 8th install.' */
export function payText({ referrals, pays, people }: CompletionPreview): string {
  const [first] = people;
  if (!first) return referrals > 0 ? PAYS_NOTHING : 'Already completed: it pays nothing more.';
  const [rung] = first.rungs;
  if (referrals === 1 && rung) {
    return `Pays ${isolate(first.username)} ${pays}, their ${formatOrdinal(rung.ordinal)} install.`;
  }
  if (people.length === 1) {
    return `Pays ${isolate(first.username)} ${pays} for ${formatNumber(referrals)} referrals.`;
  }
  const named = people
    .slice(0, NAMED)
    .map((person) => `${isolate(person.username)} ${person.pays}`);
  const rest = people.length - named.length;
  const others = rest > 0 ? ` and ${formatNumber(rest)} more` : '';
  return `Pays ${pays} to ${formatNumber(people.length)} people: ${named.join(', ')}${others}.`;
}
