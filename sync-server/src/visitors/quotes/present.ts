import { ERASED_EMAIL_END } from '@sunloop/shared-types/limits.ts';
import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { dialedOf } from '@sunloop/shared-types/values/phone-numbers.ts';
import type { QuoteEntity } from './entities.ts';

/** A quote with what is dialed to call back; `country` is the default one. */
export function withDial(quote: Quote, country: string): Quote {
  const dial = dialedOf(quote.phone, country);
  return dial === undefined ? quote : { ...quote, dial };
}

/** A quote as an admin sees it. */
export function presentQuote(quote: QuoteEntity, country: string): Quote {
  return withDial(presented(quote), country);
}

/** Whether the person of a quote was forgotten or erased. */
export const isEmptied = ({ id, email }: Pick<QuoteEntity, 'id' | 'email'>) =>
  email === `${id}${ERASED_EMAIL_END}`;

function presented(quote: QuoteEntity): Quote {
  return {
    id: quote.id,
    referralCode: quote.referralCode ?? null,
    referralId: quote.referralId ?? null,
    name: quote.name,
    email: isEmptied(quote) ? '' : quote.email,
    phone: quote.phone,
    address: quote.address ?? null,
    message: quote.message ?? null,
    status: quote.status,
    createdAt: quote.createdAt.toISOString(),
  };
}
