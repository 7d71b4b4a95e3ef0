import type { RewardHistoryItem } from '@sunloop/shared-types';
import { expect, test } from 'vitest';
import { earnedRewards, isAllComplete, timesReached } from './reward-figures.ts';

let serial = 0;
function aLine(amount: string, referralId: string): RewardHistoryItem {
  serial += 1;
  const date = `2026-01-01T00:00:${String(serial).padStart(2, '0')}.000Z`;
  const id = `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
  return {
    id,
    userId: id,
    referralId,
    amount,
    description: '',
    date,
    createdAt: date,
    paidAt: null,
  };
}

test('the newest rewards come first, and their sum matches the ledger', () => {
  const { rewards, total } = earnedRewards([aLine('$300', 'a'), aLine('$1000', 'b')]);
  expect(rewards.map(({ amount }) => amount)).toEqual(['$1000', '$300']);
  expect(total).toBe('$1,300');
});

test('a reversed reward is neither listed nor counted, and one earned again is counted once', () => {
  const history = [
    aLine('$300', 'a'),
    aLine('-$300', 'a'),
    aLine('$300', 'b'),
    aLine('-$300', 'b'),
    aLine('$300', 'b'),
    aLine('50% Tesla Powerwall discount', 'c'),
    aLine('Reversed: 50% Tesla Powerwall discount', 'c'),
  ];
  const { rewards, total } = earnedRewards(history);
  expect(rewards.map(({ referralId }) => referralId)).toEqual(['b']);
  expect(total).toBe('$300');
});

test('a reward is reached again at each multiple of its requirement', () => {
  const reward = { id: '', name: '', description: null, amount: '', createdAt: '' };
  const times = [4, 5, 9, 10].map((count) =>
    timesReached({ ...reward, requiredReferrals: 5 }, count),
  );
  expect(times).toEqual([0, 1, 1, 2]);
});

test('everything is complete only where there is something to complete', () => {
  const level = (completed: boolean) => ({
    ...aLine('$300', 'a'),
    level: 1,
    name: 'Sunrise',
    requiredReferrals: 1,
    reward: '$300',
    currentReferrals: 1,
    completed,
  });
  expect(isAllComplete([level(true)])).toBe(true);
  expect(isAllComplete([level(true), level(false)])).toBe(false);
  expect(isAllComplete([])).toBe(false);
});
