import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import type { Quote, QuoteStatus } from '@sunloop/shared-types/visitors/quotes.ts';
import type { Tone } from '../../../ui/badge.tsx';

const FILTERS = ['all', 'open', 'converted', 'closed'] as const;
export type QuoteFilter = (typeof FILTERS)[number];

/** Filter and search of the list; part of the URL. */
export type QuoteView = { filter: QuoteFilter; q: string };

export const QUOTE_LABELS: Record<QuoteStatus, string> = {
  open: 'Open',
  converted: 'Referral',
  closed: 'Closed',
};
export const QUOTE_TONES: Record<QuoteStatus, Tone> = {
  open: 'wait',
  converted: 'good',
  closed: 'plain',
};

/** The filter in the URL; an unknown one means all. */
export function filterOf(text: string | undefined): QuoteFilter {
  return FILTERS.find((filter) => filter === text) ?? 'all';
}

/** Requests that contain everything typed, in name, email, phone, address, code or message. */
export function searchQuotes(quotes: readonly Quote[], q: string): readonly Quote[] {
  const sought = soughtIn(q);
  if (sought.texts.length === 0) return quotes;
  return quotes.filter(({ name, email, phone, address, referralCode, message }) =>
    isSought(sought, [name, email, address, referralCode, message], phone),
  );
}

export function filterQuotes(quotes: readonly Quote[], filter: QuoteFilter): readonly Quote[] {
  return filter === 'all' ? quotes : quotes.filter(({ status }) => status === filter);
}

/** The filters with their counts. */
export function quoteChips(quotes: readonly Quote[]) {
  return FILTERS.map((id) => ({
    id,
    label: id === 'all' ? 'All' : QUOTE_LABELS[id],
    count: filterQuotes(quotes, id).length,
  }));
}

/** What may be done with a request in its state; of somebody forgotten, who has no email, it can only be closed. */
export function stepsOf({
  email,
  status,
  referralId,
}: Pick<Quote, 'email' | 'status' | 'referralId'>) {
  const isThere = email !== '';
  return {
    /** Again, too, if the referral made from it was deleted. */
    canConvert: isThere && referralId === null,
    canClose: status === 'open',
    canReopen: isThere && (status === 'closed' || (status === 'converted' && referralId === null)),
  };
}
