import { expect, test } from 'vitest';
import { Tally } from './tally.ts';

const answered = (status: number, retryAfter?: string) => ({
  status,
  retryAfter,
  text: '{}',
  cookies: [],
});

test('a 503 is a refusal only if it says when to come again, and everything else that is no success is a fault', () => {
  const tally = new Tally();
  tally.add('push', answered(200), 5);
  tally.add('push', answered(503, '2'), 1);
  tally.add('push', answered(503), 1);
  tally.add('push', answered(500), 1);
  tally.add('push', answered(0), 1);
  tally.add('push', answered(0), 1);
  expect(tally.accepted).toEqual([5]);
  expect(tally.refused).toEqual([1]);
  expect(tally.faultCount).toBe(4);
  expect(tally.lines().join('\n')).toContain('FAULT 2 times: push: 0');
});
