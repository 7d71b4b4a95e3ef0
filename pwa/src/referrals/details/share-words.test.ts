import { expect, test } from 'vitest';
import { shareWords } from './share-words.ts';

test.each([
  [undefined, ''],
  [null, ''],
  [0, 'That referral counts, so no reward is paid for this one.'],
  [1, 'Yours counts, and you are paid for it.'],
  [2, 'so the reward is split between you.'],
])('a share of %s reads %j at the end', (share, end) => {
  expect(shareWords(share).endsWith(end)).toBe(true);
  expect(shareWords(share) === '').toBe(end === '');
});
