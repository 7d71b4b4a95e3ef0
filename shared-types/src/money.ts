export const CENTS_PER_DOLLAR = 100;

/** What an amount's text says: a sum in dollars, something that is no money, or neither for sure. */
export type AmountReading =
  | {
      readonly kind: 'money';
      /** Negative for a reversal. */
      readonly cents: number;
      /** Whether it says nothing besides. */
      readonly isBare: boolean;
    }
  | { readonly kind: 'words' }
  | {
      readonly kind: 'unclear';
      /** In words for the person who wrote it. */
      readonly fault: string;
    };

/** Dollars with commas between thousands and one or two digits of cents; then the end or words, but no digit. */
const DOLLARS =
  /^(?<sign>-?)\$(?<dollars>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<cents>\d{1,2}))?(?<rest>$|[,;:.]?\s+(?=\D).*$)/su;
/** Words that would multiply the number before them. */
const MULTIPLIER = /^\s*(?:k|m|mio|hundred|thousand|million)\b/iu;
/** A currency, or a number with nothing or a currency behind it, where dollars would begin with `$`. */
const CURRENCY = /\p{Sc}|\b(?:usd|dollars?|bucks?|eur|euros?|gbp|pounds?)\b/iu;
const BEGINS_WITH_WORDS = /^\p{L}/u;
const BEGINS_WITH_CURRENCY = /^(?:[a-z]{2,3}\s*\p{Sc}|(?:usd|eur|gbp|dollars?|euros?|pounds?)\b)/iu;
const ONLY_NUMBER = /^[^\p{L}%]*$/u;

const HOW = 'Write dollars like $300 or $1,250.50';
const NOT_DOLLARS = `${HOW}, or begin with a word if this is no money`;

/**
 * Reads an amount whole. It is money if it begins with `$` and a number, with nothing behind it or words without a
 * further sum ('$300 cash'); it is no money if it names no currency where it begins ('50% Tesla Powerwall discount',
 * 'A $50 gift card'); anything else is unclear. Source: DESIGN.md, Rewards.
 */
export function readAmount(amount: string): AmountReading {
  const plain = amount.normalize('NFKC').trim();
  const match = DOLLARS.exec(plain)?.groups;
  if (match) return readDollars(match);
  if (plain.startsWith('$') || plain.startsWith('-$')) return { kind: 'unclear', fault: HOW };
  const isWords = BEGINS_WITH_WORDS.test(plain) && !BEGINS_WITH_CURRENCY.test(plain);
  const isThing = !ONLY_NUMBER.test(plain) && !CURRENCY.test(plain);
  return isWords || isThing || plain === ''
    ? { kind: 'words' }
    : { kind: 'unclear', fault: NOT_DOLLARS };
}

function readDollars(match: Record<string, string | undefined>): AmountReading {
  const { sign, dollars = '', cents = '', rest = '' } = match;
  if (/\p{Sc}/u.test(rest) || MULTIPLIER.test(rest)) return { kind: 'unclear', fault: HOW };
  const worth =
    Number(dollars.replaceAll(',', '')) * CENTS_PER_DOLLAR + Number(cents.padEnd(2, '0'));
  if (!Number.isSafeInteger(worth)) return { kind: 'unclear', fault: HOW };
  return { kind: 'money', cents: sign === '-' ? -worth : worth, isBare: rest.trim() === '' };
}

/** What an amount is worth in cents: negative for '-$300', 0 if it is no money or unclear. */
export function parseCents(amount: string): number {
  const reading = readAmount(amount);
  return reading.kind === 'money' ? reading.cents : 0;
}

/**
 * An amount as people read it: `$1,000` if it is money and nothing else ('$1000'), otherwise as it was
 * written.
 */
export function writeMoney(amount: string): string {
  const reading = readAmount(amount);
  return reading.kind === 'money' && reading.isBare && reading.cents !== 0
    ? formatCents(reading.cents)
    : amount;
}

/** The sum of rewards in words: `$600 and 2 × 50% Tesla Powerwall discount`. */
export function sumRewards(rewards: readonly string[]): string {
  const cents = rewards.reduce((sum, reward) => sum + parseCents(reward), 0);
  const counts = new Map<string, number>();
  for (const reward of rewards) {
    if (parseCents(reward) === 0) counts.set(reward, (counts.get(reward) ?? 0) + 1);
  }
  const others = [...counts].map(([reward, times]) =>
    times > 1 ? `${times} × ${reward}` : reward,
  );
  const money = cents !== 0 || others.length === 0 ? [formatCents(cents)] : [];
  return [...money, ...others].join(' and ');
}

const writeDollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
/** Making one costs more than a hundred uses, and every reading of figures writes sums. */
const WITHOUT_CENTS = writeDollars(0);
const WITH_CENTS = writeDollars(2);

/** Cents as the spec prints sums: `$1,234`, or `$1,234.50` if there are cents; negative as `-$300`. */
export function formatCents(cents: number): string {
  const format = cents % CENTS_PER_DOLLAR === 0 ? WITHOUT_CENTS : WITH_CENTS;
  return format.format(cents / CENTS_PER_DOLLAR);
}
