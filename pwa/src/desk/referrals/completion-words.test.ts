import { expect, test } from 'vitest';
import { payText } from './completion-words.ts';

const person = (username: string, pays: string, ...ordinals: number[]) => ({
  userId: username,
  username,
  pays,
  rungs: ordinals.map((ordinal) => ({ ordinal, reward: '$300' })),
});

test.each([
  [[person('Sam', '$1,000', 8)], 1, '$1,000', 'Pays Sam $1,000, their 8th install.'],
  [[person('Sam', '$600', 1, 2)], 2, '$600', 'Pays Sam $600 for 2 referrals.'],
  [
    [person('Sam', '$300', 1), person('Ada', '$400', 3)],
    2,
    '$700',
    'Pays $700 to 2 people: Sam $300, Ada $400.',
  ],
  [
    ['A', 'B', 'C', 'D', 'E'].map((name) => person(name, '$300', 1)),
    5,
    '$1,500',
    'Pays $1,500 to 5 people: A $300, B $300, C $300 and 2 more.',
  ],
  [[], 0, '$0', 'Already completed: it pays nothing more.'],
  [[], 2, '$0', 'Pays nothing: it was decided that somebody else is paid for this person.'],
])('completing says whom it pays: %#', (people, referrals, pays, text) => {
  expect(payText({ people, referrals, pays })).toBe(text);
});
