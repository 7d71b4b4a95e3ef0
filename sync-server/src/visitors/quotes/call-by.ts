import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { nameDay } from '@sunloop/shared-types/visitors/quotes.ts';
import { usualDays } from '../../program/rewards/usual-days.ts';

/**
 * The day by which a request of this day is usually answered by a call, both the office's (`2026-11-29`); undefined if the
 * operator's text for it (the setting `journey.contact_made`) names no time.
 */
export function callByOf(askedOn: string, usual: string | undefined): string | undefined {
  const days = usualDays(usual ?? '');
  if (days === undefined) return undefined;
  return new Date(Date.parse(askedOn) + days * DAY_MS).toISOString().slice(0, askedOn.length);
}

/** ' by Friday, December 4', to follow 'We will call' on a page; empty if no day is named. */
export const byDay = (callBy: string | undefined) => (callBy ? ` by ${nameDay(callBy)}` : '');
