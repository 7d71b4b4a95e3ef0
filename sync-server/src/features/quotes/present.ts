import type { Quote } from '@sunloop/shared-types';
import type { QuoteEntity } from './entities.ts';

/** A quote as an admin sees it. */
export function presentQuote(quote: QuoteEntity): Quote {
  return {
    id: quote.id,
    referralCode: quote.referralCode ?? null,
    referralId: quote.referralId ?? null,
    name: quote.name,
    email: quote.email,
    phone: quote.phone,
    address: quote.address ?? null,
    message: quote.message ?? null,
    status: quote.status,
    createdAt: quote.createdAt.toISOString(),
  };
}
