import { expect, test } from 'vitest';
import type { PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';
import { promiseWords } from './promise-words.ts';

const aTier = (overrides: Partial<PayingTier>): PayingTier => ({
  id: '1',
  name: 'First Light',
  level: 1,
  minReferrals: 1,
  maxReferrals: 2,
  rewardAmount: '$300',
  isActive: 'true',
  createdAt: '2026-01-02T03:04:05.000Z',
  ...overrides,
});
const first = aTier({});
const second = aTier({ id: '2', minReferrals: 3, maxReferrals: null, rewardAmount: '$400' });
const LADDER = [first, second];
const PROMISED = [
  { from: 1, to: 1, people: 14 },
  { from: 2, to: 4, people: 7 },
];

test('what would change is told in people and dollars, and that what was earned stays', () => {
  expect(promiseWords(LADDER, { ...first, rewardAmount: '$350' }, PROMISED)).toEqual([
    'New: $350 for 21 promises of $300, $1,050 more in all.',
    'What was earned stays.',
  ]);
});

test('several changes are told apart, a lower one as less, and no money without a sum', () => {
  const wide = { ...second, minReferrals: 2, rewardAmount: '$250' };
  expect(promiseWords(LADDER, wide, PROMISED)).toEqual([
    'New: $250 for 7 promises of $300, $350 less in all.',
    'New: $250 for 14 promises of $400, $2,100 less in all.',
    'What was earned stays.',
  ]);
  const one = [{ from: 4, to: 4, people: 1 }];
  expect(promiseWords(LADDER, { ...second, rewardAmount: 'A lamp' }, one)[0]).toBe(
    'New: A lamp for 1 promise of $400, $400 less in all.',
  );
});

test('nothing promised is nothing changed', () => {
  const words = ['No promise to a friend changes. What was earned stays.'];
  expect(promiseWords(LADDER, first, PROMISED)).toEqual(words);
  expect(promiseWords(LADDER, { ...first, rewardAmount: '$350' }, [])).toEqual(words);
});
