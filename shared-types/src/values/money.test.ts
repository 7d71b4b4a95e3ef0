import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Amount, isUnclearAmount } from './amount.ts';
import { formatCents, parseCents, sumRewards, writeMoney } from './money.ts';

test.each([
  ['$300', 30_000],
  ['$1,234.50', 123_450],
  ['$1000 cash', 100_000],
  ['$1250.5', 125_050],
  ['$99.9', 9990],
  ['＄３００', 30_000],
  ['$300, paid as solar credit', 30_000],
  ['$300 after 2 months', 30_000],
  [' $0 ', 0],
  ['-$300', -30_000],
  ['50% Tesla Powerwall discount', 0],
  ['Reversed: $5 off', 0],
  ['A $50 gift card', 0],
  ['2 lamps', 0],
  ['2 solar lamps worth $50', 0],
  ['12 bottles of wine ($20 each)', 0],
  ['3 months of power, about 120 dollars', 0],
  ['1st prize: $50', 0],
  ['50% off a $400 battery', 0],
  ['$300 and 2 lamps', 30_000],
  ['$300 plus a lamp', 30_000],
  ['$300 – paid by check', 30_000],
  ['$300 (a check)', 30_000],
  ['$300 (written as 300 per kW)', 30_000],
  ['$300 Xbox voucher', 30_000],
  ['$300 Amazon card', 30_000],
  ['$300 paid within 6 weeks', 30_000],
  ['Batería nueva', 0],
  ['', 0],
])('%s is worth %d cents', (amount, cents) => {
  expect(parseCents(amount)).toBe(cents);
  expect(isUnclearAmount(amount)).toBe(false);
});

// The work grew with the square of the blanks: a million took half an hour.
test.each([' ', '\n', ', ', '1,'])('an amount with a million %j is read at once', (unit) => {
  expect(parseCents(`$1${unit.repeat(1_000_000)}$`)).toBe(0);
});

test.each([
  [0, '$0'],
  [123_400, '$1,234'],
  [123_450, '$1,234.50'],
  [-30_000, '-$300'],
])('%d cents print as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test.each([
  ['$1000', '$1,000'],
  ['$1,234.50', '$1,234.50'],
  ['-$1000', '-$1,000'],
  ['$1000 cash', '$1000 cash'],
  ['50% Tesla Powerwall discount', '50% Tesla Powerwall discount'],
  ['$0', '$0'],
])('%s is shown as %s', (amount, text) => {
  expect(writeMoney(amount)).toBe(text);
});

test.each([
  [['$300', '$1,000'], '$1,300'],
  [['$300', 'A lamp', 'A lamp'], '$300 and 2 × A lamp'],
  [['A lamp'], 'A lamp'],
  [[], '$0'],
])('%j add up to %s', (rewards, text) => {
  expect(sumRewards(rewards)).toBe(text);
});

test.each([
  '$300,00',
  '$1.000',
  '$1.000,50',
  '$1,00',
  '$1,0000',
  '$12,34,567',
  '$1 000',
  '$1  000',
  '$1\u00a0000',
  '$1\u202f000',
  '$1’000',
  "$1'000",
  '$1k',
  '$1 k',
  '$2 million',
  '$3e5',
  '$300-500',
  '$300 or $500',
  '$300 or a lamp',
  '$300 x 2',
  '$300 x2',
  '$300 X 2',
  '$300 × 2',
  '$300 * 2',
  '$300 2x',
  '$300 cash x 2',
  '$300 cash (x 2)',
  '$300 times 2',
  '$300 twice',
  '$300, doubled',
  '$300 per kW',
  '$300 PER KW',
  '$300 cash per kW',
  '$300 / kW',
  '$300 each',
  '$300 for every friend',
  '$300 a month',
  '$300 paid monthly',
  '$300 to 500',
  '$300 - 500',
  '$300 – 500',
  '$300 + 50',
  '$300 plus 50',
  '$300 and 200',
  '$300 minus fees',
  '$5 % off',
  '$300 CAD',
  '$3 grand',
  '2 x $50',
  '2 $50 gift cards',
  '300 US dollars',
  '5 hundred dollars',
  '$300/month',
  '$.50',
  '$',
  '$cash',
  '$٣٠٠',
  '($300)',
  '−$300',
  '~$300',
  '300',
  '300.00',
  '1 000',
  '€300',
  '300€',
  '300 €',
  '£300',
  'USD 300',
  'US$300',
  '300 USD',
  '300 dollars',
  `$${'9'.repeat(20)}`,
])('%s is refused in words and counts as nothing', (amount) => {
  expect(isUnclearAmount(amount)).toBe(true);
  expect(parseCents(amount)).toBe(0);
  const [issue] = v.safeParse(Amount, amount).issues ?? [];
  expect(issue?.message).toMatch(/^Write dollars like \$300 or \$1,250\.50/);
});

test('an amount that an admin writes is neither negative nor beyond all measure', () => {
  expect(v.safeParse(Amount, '-$300').issues?.[0].message).toBe('Must not be negative');
  expect(v.safeParse(Amount, '$10,000,000').success).toBe(true);
  expect(v.safeParse(Amount, '$10,000,001').success).toBe(false);
});

test.each(['$1250.5', '$99.9', '$300 cash', '$1,000', 'A lamp', '2 lamps'])(
  'what %s is told to pay is what it adds up to',
  (amount) => {
    const told = writeMoney(amount);
    expect(parseCents(told)).toBe(parseCents(amount));
    expect(sumRewards([amount])).toBe(
      parseCents(amount) === 0 ? amount : formatCents(parseCents(told)),
    );
  },
);
