import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/postgresql';
import type { Quote, QuoteChange } from '@sunloop/shared-types/visitors/quotes.ts';
import { shownEmail } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { runnerOf } from '../../db/query/statement.ts';
import type { Actor } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { changesOf } from '../../ground/audit/changes-of.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { findMarks } from '../../referrals/do-not-contact/marks.ts';
import { ReferralEntity } from '../../referrals/entities.ts';
import { refusalOf } from '../../referrals/store/refusals.ts';
import { findDefaultCountry } from '../../ground/settings/queries.ts';
import { requireUnchanged } from './changed-meanwhile.ts';
import { QuoteEntity } from './entities.ts';
import { isEmptied, withDial } from './present.ts';
import { lockReferrerById } from './referrer.ts';
import { storeQuoteReferral } from './request.ts';

/** All quote requests, newest first. As entities, a thousand of them take four times as long. */
export async function findQuotes(em: SqlEntityManager): Promise<Quote[]> {
  const country = await findDefaultCountry(em);
  const quotes = await em.execute<Quote[]>(
    `select q.id, q.referral_code as "referralCode", q.referral_id as "referralId", q.name, ${shownEmail('q')} as email, q.phone,
       q.address, q.message, q.status, ${isoTime('q.created_at', 'createdAt')}
     from quotes q order by q.created_at desc, q.id desc`,
  );
  const markOf = await findMarks(runnerOf(em));
  return quotes.map((quote) => {
    const doNotContactId = markOf(quote);
    return { ...withDial(quote, country), ...(doNotContactId && { doNotContactId }) };
  });
}

/**
 * Opens or closes a quote, or with `converted` makes it the referral of `userId`; a person that user has
 * referred before is linked to the stored referral. Safe to repeat. 404 without such a quote, 400 without an
 * active user, 409 for the user's own email, for a quote of somebody forgotten, for one that is already another user's referral, and as
 * `changed_meanwhile` if it is neither as `expected` nor as wanted.
 */
export async function changeQuote(
  em: SqlEntityManager,
  actor: Actor,
  { id, status, userId, expected }: QuoteChange & { id: string },
): Promise<QuoteEntity> {
  return em.transactional(async (tx) => {
    // Locks the user before the quote, in the same order as deleting a referral.
    const isConversion = status === 'converted';
    const referrer = isConversion && userId ? await lockReferrerById(tx, userId) : undefined;
    const quote = await tx.findOne(QuoteEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!quote) throw notFound('There is no such quote');
    if (expected) await requireUnchanged(tx, quote, { status, userId, expected });
    const before = { status: quote.status, referralId: quote.referralId };
    if (isConversion) await convert(tx, quote, { userId, referrer });
    quote.status = status;
    const changes = changesOf(before, { status, referralId: quote.referralId });
    if (changes.length === 0) return quote;
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'quote.status',
      entity: 'quote',
      entityId: id,
      changes,
    });
    return quote;
  });
}

interface Referrer {
  /** Whom the admin named. */
  readonly userId: string | undefined;
  /** The same id if that user is active; the row is then locked. */
  readonly referrer: string | undefined;
}

async function convert(tx: SqlEntityManager, quote: QuoteEntity, { userId, referrer }: Referrer) {
  if (quote.referralId) {
    await requireSameReferrer(tx, quote.referralId, userId);
    return;
  }
  if (isEmptied(quote)) throw conflict('changed_meanwhile', 'This person was forgotten');
  if (!referrer) {
    const text = userId ? 'There is no such active user' : 'Required';
    throw invalid(userId ? text : 'userId is required', { userId: text });
  }
  const verdict = await storeQuoteReferral(tx, referrer, quote);
  if (!('referral' in verdict)) throw refusalOf(verdict) ?? new Error('no stored row');
  quote.referralId = verdict.referral.id;
}

async function requireSameReferrer(tx: SqlEntityManager, referralId: string, userId?: string) {
  if (userId === undefined) return;
  const referral = await tx.findOneOrFail(ReferralEntity, referralId);
  if (referral.userId === userId) return;
  throw conflict('duplicate_referral', 'This quote is already somebody else’s referral');
}
