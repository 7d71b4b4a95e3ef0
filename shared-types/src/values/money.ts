export const CENTS_PER_DOLLAR = 100;

/** An amount that says how many dollars. */
export interface Dollars {
  /** Negative for a reversal. */
  readonly cents: number;
  /** What it says besides; empty if nothing. */
  readonly rest: string;
}

/** Dollars with commas between thousands and one or two digits of cents; then the end or words, but no digit. */
const DOLLARS =
  /^(-?)\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?((?:[,;:.]?\s+(?![\d\s])[^$€£¥]*)?)$/;
/** What makes another sum of the number right before it: 'thousand', 'or a lamp', 'a month', '/ kW', '+ 50', 'to 500'. */
const CHANGED_NEXT = new RegExp(
  String.raw`^[\s,;:.]*(?:(?:k|m|mm|mn|mio|mil|b|bn|hundreds?|thousands?|millions?|billions?|grand|lakhs?|crores?|percent` +
    String.raw`|times|twice|thrice|doubled?|tripled?|or|minus|less|an?|cad|aud|nzd|hkd|sgd|mxn)\b|to\s\d|[%/×*@]|[-+–—]\s*\d)`,
  'i',
);
/** The same further behind: 'cash per kW', 'gift card x2', 'for every friend', 'paid monthly', 'and 500'. */
const CHANGED_LATER = new RegExp(
  String.raw`\b(?:per|each|every|apiece|(?:hour|dai|week|month|quarter|year|annual)ly)\b|(?:\b(?:x|times)|[×*])\s?\d` +
    String.raw`|\d\s?(?:x\b|[×*])|\b(?:and|plus|to|or)\s\d[\d,.]*$`,
  'i',
);
/** An amount from before these rules keeps what it counted as. */
const KEPT = /^ \(written as /;
const isChanged = (rest: string) =>
  !KEPT.test(rest) && (CHANGED_NEXT.test(rest) || CHANGED_LATER.test(rest));

/**
 * Reads an amount that begins with `$` and a number, with nothing behind it or words that leave the sum as it is
 * ('$300 cash'); undefined for any other. Source: DESIGN.md, Rewards.
 */
export function readDollars(amount: string): Dollars | undefined {
  const [, sign, dollars = '', part = '', rest = ''] =
    DOLLARS.exec(amount.normalize('NFKC').trim()) ?? [];
  if (sign === undefined || isChanged(rest)) return undefined;
  const cents = Number(dollars.replaceAll(',', '') + part.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return { cents: sign ? -cents : cents, rest };
}

/** What an amount is worth in cents: negative for '-$300', 0 if it is no money. */
export function parseCents(amount: string): number {
  return readDollars(amount)?.cents ?? 0;
}

/**
 * An amount as people read it: `$1,000` if it is money and nothing else ('$1000'), otherwise as it was
 * written.
 */
export function writeMoney(amount: string): string {
  const dollars = readDollars(amount);
  return dollars?.rest === '' && dollars.cents !== 0 ? formatCents(dollars.cents) : amount;
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
