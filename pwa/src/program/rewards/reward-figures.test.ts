import type { RewardHistoryItem } from '@sunloop/shared-types/program/reward.ts';
import { expect, test } from 'vitest';
import { earnedRewards, nextLevel, timesReached } from './reward-figures.ts';

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

test('the newest rewards come first', () => {
  const rewards = earnedRewards([aLine('$300', 'a'), aLine('$1000', 'b')]);
  expect(rewards.map(({ amount }) => amount)).toEqual(['$1000', '$300']);
});

test('a reversed reward is not listed, and one earned again is listed once', () => {
  const history = [
    aLine('$300', 'a'),
    aLine('-$300', 'a'),
    aLine('$300', 'b'),
    aLine('-$300', 'b'),
    aLine('$300', 'b'),
    aLine('50% Tesla Powerwall discount', 'c'),
    aLine('Reversed: 50% Tesla Powerwall discount', 'c'),
  ];
  const rewards = earnedRewards(history);
  expect(rewards.map(({ referralId }) => referralId)).toEqual(['b']);
});

test('a reward is reached again at each multiple of its requirement', () => {
  const reward = { id: '', name: '', description: null, amount: '', createdAt: '' };
  const times = [4, 5, 9, 10].map((count) =>
    timesReached({ ...reward, requiredReferrals: 5 }, count),
  );
  expect(times).toEqual([0, 1, 1, 2]);
});

test('the first level that is not completed is named with its reward and its place', () => {
  const level = (completed: boolean) => ({
    ...aLine('$300', 'a'),
    level: 1,
    name: 'Sunrise',
    requiredReferrals: 5,
    reward: '$1000',
    currentReferrals: 1,
    completed,
  });
  expect(nextLevel([level(true), level(false)])).toBe('Sunrise, $1,000, at 5');
  expect(nextLevel([level(true)])).toBe('all');
  expect(nextLevel([])).toBeUndefined();
});
