import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { QUOTE_LABELS, QUOTE_TONES } from './quote-list.ts';

type Props = { quote: Quote; onOpen: (id: string) => void };

/** One request of the list; clicking anywhere opens the details. */
export function QuoteRow({ quote, onOpen }: Props) {
  const { id, name, email, phone, message, referralCode, status, createdAt } = quote;
  return (
    <button type="button" className="quote-row" onClick={() => onOpen(id)}>
      <Avatar name={name} />
      <span className="quote-row-text">
        <strong>{name}</strong>
        <span>{[email, phone].filter(Boolean).join(' · ')}</span>
        {message && <span className="quote-row-message truncate">{message}</span>}
      </span>
      <span className="quote-row-end">
        <Badge tone={QUOTE_TONES[status]}>{QUOTE_LABELS[status]}</Badge>
        {quote.doNotContactId && <Badge tone="bad">Do not contact</Badge>}
        <span>{formatDay(createdAt)}</span>
        {referralCode && <span>Code {referralCode}</span>}
      </span>
    </button>
  );
}
