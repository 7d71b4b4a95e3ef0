import { expect, test } from 'vitest';
import { type Delay, reasonOf, reasonWords } from './log-reasons.ts';

test.each<[Delay, string, RegExp]>([
  [{ kind: 'not-sent', reason: 'captive' }, 'captive', /Wi-Fi/],
  [{ kind: 'sign-in' }, 'sign-in', /sign in/],
  [{ kind: 'wait', delayMs: 5 }, 'wait', /asked us to wait/],
  [{ kind: 'step-behind' }, 'step-behind', /others go first/],
  [{ kind: 'step-behind', reason: 'timeout' }, 'timeout', /too slow/],
])(
  'a try that ended in %j is logged with a reason that has words (rule 19)',
  (verdict, reason, words) => {
    expect(reasonOf(verdict)).toBe(reason);
    expect(reasonWords(reason)).toMatch(words);
  },
);

test('no reason, and one of a newer build, have no words', () => {
  expect(reasonWords(null)).toBeUndefined();
  expect(reasonWords('eclipse')).toBeUndefined();
});
