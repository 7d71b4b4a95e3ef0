import { parseCents } from '@sunloop/shared-types/values/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dealRungs } from './ladder.ts';
import { partOf } from './amounts.ts';

test.each([
  ['$300', 2, true, '$150'],
  ['$333.33', 2, true, '$166.67'],
  ['$333.33', 2, false, '$166.66'],
  ['$1,000.50 cash', 2, false, '$500.25 cash'],
  ['$100', 3, true, '$33.34'],
  ['$100', 1, false, '$100'],
] as const)(
  'of %s parted in %i one is paid (with the rest: %s) %s',
  (amount, of, takesRest, part) => {
    expect(partOf(amount, { of, takesRest })).toBe(part);
  },
);

test('the parts of any amount sum to it, to the cent', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 2, max: 9 }), (amount, of) => {
      const text = `$${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
      const parts = Array.from({ length: of }, (_, at) =>
        partOf(text, { of, takesRest: at === 0 }),
      );
      expect(parts.reduce((sum, part) => sum + parseCents(part ?? ''), 0)).toBe(amount);
    }),
  );
});

test('what is no money is paid whole or not at all', () => {
  const battery = '50% Tesla Powerwall discount';
  expect(partOf(battery, { of: 1, takesRest: true })).toBe(battery);
  expect(partOf(battery, { of: 2, takesRest: true })).toBeUndefined();
});

test('one that is paid nothing takes no rung, and one that cannot be parted leaves its rung to the next', () => {
  const rungs = [
    { ordinal: 1, reward: '$300' },
    { ordinal: 2, reward: 'A free check' },
    { ordinal: 3, reward: '$500' },
    { ordinal: 4, reward: '$600' },
  ];
  const parts = [0, 2, 2, 1].map((of) => ({ part: { of, takesRest: true } }));
  expect(dealRungs(rungs, parts).map(({ rung }) => rung)).toEqual([
    { ordinal: null, reward: '$0' },
    { ordinal: 1, reward: '$150' },
    undefined,
    { ordinal: 2, reward: 'A free check' },
  ]);
});
