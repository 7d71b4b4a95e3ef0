import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { QuoteChange, QuoteStatus, SeenQuote } from '@sunloop/shared-types/visitors/quotes.ts';
import { conflict } from '../../http/errors.ts';
import { findEventsOf } from '../../ground/audit/queries.ts';
import { findAdminReferral } from '../../referrals/queries.ts';
import type { QuoteEntity } from './entities.ts';

type QuoteWish = Omit<QuoteChange, 'expected'> & { readonly expected: SeenQuote };

/**
 * Throws 409 `changed_meanwhile` if a locked quote is no longer as its admin saw it; the message says who did
 * what, and `fields` the stored status. A quote that is already as they want it is no conflict, so a change
 * may be sent again.
 */
export async function requireUnchanged(
  tx: SqlEntityManager,
  quote: QuoteEntity,
  { status, userId, expected }: QuoteWish,
): Promise<void> {
  const referralId = quote.referralId ?? null;
  if (quote.status === expected.status && referralId === expected.referralId) return;
  const referral = referralId === null ? undefined : await findAdminReferral(tx, referralId);
  if (quote.status === status) {
    if (status !== 'converted' || (referral && isOf(referral.userId, userId))) return;
  }
  const text = await tellChange(tx, quote, referral?.referrerName);
  throw conflict('changed_meanwhile', text, { status: quote.status });
}

/** If no user is named, it may be anybody's referral. */
const isOf = (owner: string, userId: string | undefined) =>
  userId === undefined || userId === owner;

const DID: Readonly<Record<QuoteStatus, string>> = {
  open: 'opened this request again',
  closed: 'closed this request',
  converted: 'turned this request into a referral',
};

async function tellChange(tx: SqlEntityManager, quote: QuoteEntity, referrer?: string) {
  const { id } = quote;
  const status: QuoteStatus = quote.status;
  if (status === 'converted' && referrer === undefined) {
    return 'The referral this request had become was deleted meanwhile';
  }
  const events = await findEventsOf(tx, { entity: 'quote', entityId: id });
  const who = events.at(-1)?.username ?? 'Somebody else';
  const ofWhom = referrer === undefined ? '' : ` of ${referrer}`;
  return `${who} has ${DID[status]}${ofWhom} meanwhile`;
}
