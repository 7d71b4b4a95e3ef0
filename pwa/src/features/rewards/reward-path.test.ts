import type { RewardHistoryItem, RewardLevel } from '@sunloop/shared-types';
import { expect, test } from 'vitest';
import { stopsOf } from './reward-path.ts';

function aLine(at: number, amount: string): RewardHistoryItem {
  const date = `2026-01-0${at}T00:00:00.000Z`;
  const id = `00000000-0000-7000-8000-00000000000${at}`;
  return {
    id,
    userId: id,
    referralId: `friend ${at}`,
    amount,
    description: '',
    date,
    createdAt: date,
  };
}

const level = (requiredReferrals: number, reward: string) =>
  ({ requiredReferrals, reward }) as RewardLevel;
const LEVELS = [level(1, '$300'), level(3, '$400'), level(10, '50% off')];

test('friends stand on their stops in the order they were completed, then comes what is ahead', () => {
  const stops = stopsOf({ done: 2, levels: LEVELS, history: [aLine(2, '$350'), aLine(1, '$300')] });
  expect(stops).toHaveLength(10);
  expect(stops.map(({ state }) => state).slice(0, 4)).toEqual(['done', 'done', 'next', 'ahead']);
  expect(stops.map(({ referralId }) => referralId).slice(0, 3)).toEqual([
    'friend 1',
    'friend 2',
    null,
  ]);
  expect(stops.map(({ reward }) => reward)).toEqual([
    '$300',
    '$350',
    ...Array(7).fill('$400'),
    '50% off',
  ]);
});

test('past the tenth every stop is done', () => {
  const stops = stopsOf({ done: 12, levels: [], history: [] });
  expect(stops.every(({ state }) => state === 'done')).toBe(true);
});
