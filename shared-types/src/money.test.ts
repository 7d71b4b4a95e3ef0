import { expect, test } from 'vitest';
import { formatCents, parseCents, sumRewards, writeMoney } from './money.ts';

test.each([
  ['$300', 30_000],
  ['$1,234.50', 123_450],
  ['$1000 cash', 100_000],
  ['-$300', -30_000],
  ['50% Tesla Powerwall discount', 0],
  ['Reversed: $5 off', 0],
  ['', 0],
])('%s is worth %d cents', (amount, cents) => {
  expect(parseCents(amount)).toBe(cents);
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
