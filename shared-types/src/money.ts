const LEADING_DOLLARS = /^-?\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?![\d,.]\d)/;
const CENTS_PER_DOLLAR = 100;

/**
 * What an amount text is worth in cents: its leading `$1,234.50`, negative for `-$300`, and 0 if it is not
 * money ('50% Tesla Powerwall discount'). Source: DESIGN.md, Rewards.
 */
export function parseCents(amount: string): number {
  const match = LEADING_DOLLARS.exec(amount.trim());
  if (!match) return 0;
  const dollars = Number((match[1] ?? '0').replaceAll(',', ''));
  const cents = dollars * CENTS_PER_DOLLAR + Number(match[2] ?? 0);
  if (!Number.isSafeInteger(cents)) return 0;
  return amount.trim().startsWith('-') ? -cents : cents;
}

const WHOLE_AMOUNT = /^-?\$(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/;

/**
 * An amount as people read it: `$1,000` if it is money and nothing else ('$1000'), otherwise as it was
 * written.
 */
export function writeMoney(amount: string): string {
  const cents = parseCents(amount);
  return cents !== 0 && WHOLE_AMOUNT.test(amount.trim()) ? formatCents(cents) : amount;
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
