import * as v from 'valibot';
import { LABEL_MAX } from '../limits.ts';
import { CENTS_PER_DOLLAR, readDollars } from './money.ts';
import { text } from './text.ts';

/** More than any program pays at once, and sums of millions of them stay exact. */
const AMOUNT_MAX_CENTS = 10_000_000 * CENTS_PER_DOLLAR;

const CURRENCY = /\p{Sc}|\b(?:usd|dollars?|bucks?|eur|euros?|gbp|pounds?)\b/iu;
const BEGINS_WITH_CURRENCY =
  /^(?:-?\$|[a-z]{2,3}\s*\p{Sc}|(?:usd|eur|gbp|dollars?|euros?|pounds?)\b)/iu;
const HAS_NO_WORD = /^[^\p{L}%]*$/u;
/** A number of dollars, not of things: '300 US dollars', '2 x $50', '300€'. */
const COUNTS_MONEY = new RegExp(
  String.raw`^[^\p{L}%]*(?:(?:x|k|m|mio|hundred|thousand|million|times|us|u\.s|american|of|in|or|to|and|cash)\b[^\p{L}%]*)*(?:${CURRENCY.source})`,
  'iu',
);

const HOW = 'Write dollars like $300 or $1,250.50, or begin with a word if this is no money';

/**
 * Whether nobody can say for sure what the amount is worth: it begins with a currency or a number ('$1k', '300',
 * '€300'), but not as dollars do. 'A $50 gift card', '2 solar lamps worth $50' and '50% Tesla Powerwall discount' are no
 * money. Source: DESIGN.md, Rewards.
 */
export function isUnclearAmount(amount: string): boolean {
  const plain = amount.normalize('NFKC').trim();
  if (plain === '' || readDollars(plain)) return false;
  if (BEGINS_WITH_CURRENCY.test(plain)) return true;
  if (/^\p{L}/u.test(plain)) return false;
  return HAS_NO_WORD.test(plain) || (/^\d/.test(plain) ? COUNTS_MONEY : CURRENCY).test(plain);
}

/** An amount an admin writes: money of at most $10,000,000, or no money; never unclear. */
export const Amount = v.pipe(
  text(1, LABEL_MAX),
  v.check((amount) => !isUnclearAmount(amount), HOW),
  v.check((amount) => (readDollars(amount)?.cents ?? 0) >= 0, 'Must not be negative'),
  v.check(
    (amount) => (readDollars(amount)?.cents ?? 0) <= AMOUNT_MAX_CENTS,
    'Must be at most $10,000,000',
  ),
);
