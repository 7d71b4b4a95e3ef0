import { UniqueConstraintViolationException, type SqlEntityManager } from '@mikro-orm/postgresql';
import {
  type GivenContent,
  referralContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import type { NewQuote } from '@sunloop/shared-types/visitors/quotes.ts';
import { v7 as uuidv7 } from 'uuid';
import { runnerOf } from '../../db/query/statement.ts';
import { evaluateAchievements } from '../../program/achievements/evaluate.ts';
import { tellAdmins } from '../../messages/mail/tell/tell.ts';
import { storeReferrals, type StoreVerdict } from '../../referrals/store/store.ts';
import { QuoteEntity } from './entities.ts';
import { lockReferrerByCode } from './referrer.ts';

/**
 * Stores a visitor's request and, if its code is a user's, makes it that user's referral. A person who was
 * referred before, or is that user, gets the same answer after the same work. Returns the quote's id; one that is stored
 * already stays as it is.
 */
export async function requestQuote(
  em: SqlEntityManager,
  { id, referralCode, ...wish }: NewQuote,
): Promise<string> {
  try {
    return await store(em, { id: id ?? uuidv7(), referralCode, wish });
  } catch (error) {
    const isThere = error instanceof UniqueConstraintViolationException;
    if (id !== undefined && isThere && error.message.includes('quotes_pkey')) return id;
    throw error;
  }
}

interface IdentifiedQuote {
  readonly id: string;
  readonly referralCode: NewQuote['referralCode'];
  readonly wish: Omit<NewQuote, 'id' | 'referralCode'>;
}

async function store(
  em: SqlEntityManager,
  { id, referralCode, wish }: IdentifiedQuote,
): Promise<string> {
  const code = referralCode ?? null;
  return em.transactional(async (tx) => {
    const userId = code === null ? undefined : await lockReferrerByCode(tx, code);
    const referralId = userId === undefined ? null : await refer(tx, userId, wish);
    const quote = tx.create(QuoteEntity, {
      id,
      ...wish,
      address: wish.address ?? null,
      message: wish.message ?? null,
      referralCode: code,
      referralId,
      status: referralId === null ? 'open' : 'converted',
    });
    await tx.persist(quote).flush();
    await tellAdmins(tx, { kind: 'quote_arrived', key: `quote:${id}`, data: { quoteId: id } });
    return quote.id;
  });
}

async function refer(
  tx: SqlEntityManager,
  userId: string,
  wish: Omit<NewQuote, 'id' | 'referralCode'>,
) {
  const verdict = await storeQuoteReferral(tx, userId, wish);
  // A new referral triggers the counting of achievements; one that is not new must take just as long.
  if (verdict.kind !== 'created') await evaluateAchievements(runnerOf(tx), [userId]);
  return 'referral' in verdict ? verdict.referral.id : null;
}

/** Stores the person who asked for the quote as a user's referral, in the caller's transaction. */
export async function storeQuoteReferral(
  tx: SqlEntityManager,
  userId: string,
  wish: GivenContent,
): Promise<StoreVerdict> {
  const row = { id: uuidv7(), ...referralContent(wish) };
  const [verdict] = await storeReferrals(runnerOf(tx), userId, [row], { isOwnWish: true });
  if (!verdict) throw new Error('no verdict for the row');
  return verdict;
}
