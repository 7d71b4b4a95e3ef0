import type { AdminReferralCount } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { formatNumber } from '../../lib/format-number.ts';
import type { ReferralList } from './referral-list.ts';

/** How many match: the rows themselves, once all were read, or else what the server counted. */
export interface Matches {
  /** Undefined if unknown, or only known to be more than so many. */
  total: number | undefined;
  /** As in '90' or 'more than 10,000'; undefined if unknown. */
  words: string | undefined;
}

export function matchesOf(list: ReferralList, count: AdminReferralCount | undefined): Matches {
  const isRead = list.missing === undefined && list.rest === 'none' && !list.isBehind;
  const total = isRead ? list.length : count?.total;
  if (total === undefined) return { total, words: undefined };
  const words = formatNumber(total);
  return !isRead && count?.isMore
    ? { total: undefined, words: `more than ${words}` }
    : { total, words };
}

/** '1 referral', 'More than 10,000 referrals'. */
export function referralsText({ total, words = '' }: Matches): string {
  if (words === '') return '';
  const text = `${words} ${total === 1 ? 'referral' : 'referrals'}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
