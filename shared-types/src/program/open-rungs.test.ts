import { expect, test } from 'vitest';
import { nextRewards, rankOpen } from './open-rungs.ts';

const span = (from: number, to: number | null, reward: string) => {
  return { from, to, reward, cents: 0, tierName: null, description: null };
};
const spans = [span(1, 6, '$500'), span(7, 9, '$1,000'), span(10, null, 'A battery')];
const ladderOf = (...free: number[]) => {
  return { spans, free, next: { ordinal: free[0] ?? 1, reward: '' } };
};
const friend = (id: string, status: string, age = 0) => ({ id, status, age });

test('open referrals take the next rungs: the furthest first, then the older', () => {
  const open = [
    friend('new', 'submitted', 5),
    friend('called', 'contact_made', 4),
    friend('done', 'completed', 1),
    friend('old', 'submitted', 2),
    friend('visited', 'in_progress', 9),
    friend('other', 'from_a_newer_server', 0),
  ];
  expect([...rankOpen(open, ladderOf(8))]).toEqual([
    ['visited', { ordinal: 8, reward: '$1,000' }],
    ['called', { ordinal: 9, reward: '$1,000' }],
    ['old', { ordinal: 10, reward: 'A battery' }],
    ['new', { ordinal: 11, reward: 'A battery' }],
  ]);
});

test('a rung that was given back is taken before those after the highest one', () => {
  const open = ['a', 'b', 'c', 'd'].map((id) => friend(id, 'submitted'));
  const ordinals = [...rankOpen(open, ladderOf(3, 12)).values()].map(({ ordinal }) => ordinal);
  expect(ordinals).toEqual([3, 12, 13, 14]);
});

test('an answer of an older server, which does not list free rungs, counts on from the next one', () => {
  const { free: _free, ...older } = ladderOf(6);
  const open = [friend('b', 'submitted', 2), friend('a', 'submitted', 1)];
  expect([...rankOpen(open, older)]).toEqual([
    ['a', { ordinal: 6, reward: '$500' }],
    ['b', { ordinal: 7, reward: '$1,000' }],
  ]);
});

test('one that pays nothing takes no rung, and a split one is paid its part', () => {
  const open = [
    { ...friend('unpaid', 'in_progress'), share: 0 },
    { ...friend('alone', 'submitted', 1), share: 1 },
    { ...friend('split', 'submitted', 2), share: 3 },
  ];
  expect([...rankOpen(open, ladderOf(6))]).toEqual([
    ['alone', { ordinal: 6, reward: '$500' }],
    ['split', { ordinal: 7, reward: '1/3 of $1,000' }],
  ]);
});

test('the next rewards are those of the free rungs, and go on after the last of them', () => {
  const ladder = { ...ladderOf(2, 8), next: { ordinal: 2, reward: '$500' } };
  expect(nextRewards(ladder, 4)).toEqual(['$500', '$1,000', '$1,000', 'A battery']);
});
