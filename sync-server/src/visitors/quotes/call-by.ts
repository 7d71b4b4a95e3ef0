import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { nameDay } from '@sunloop/shared-types/visitors/quotes.ts';
import { usualDays } from '../../program/rewards/usual-days.ts';

/**
 * The day by which a request is usually answered by a call, in the server's time zone; undefined if the operator's text
 * for it (the setting `journey.contact_made`) names no time.
 */
export function callByOf(askedAt: Date, usual: string | undefined): string | undefined {
  const days = usualDays(usual ?? '');
  if (days === undefined) return undefined;
  const by = new Date(askedAt.getTime() + days * DAY_MS);
  const parts = [by.getFullYear(), by.getMonth() + 1, by.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** ' by Friday, December 4', to follow 'We will call' on a page; empty if no day is named. */
export const byDay = (callBy: string | undefined) => (callBy ? ` by ${nameDay(callBy)}` : '');
