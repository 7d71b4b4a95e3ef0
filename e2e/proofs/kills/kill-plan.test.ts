import { expect, test } from 'vitest';
import { KILL_KINDS, momentOf, planKill } from './kill-plan.ts';

test('a plan depends only on its kind and seed', () => {
  for (const kind of KILL_KINDS) {
    expect(planKill(kind, 7, 1000)).toEqual(planKill(kind, 7, 1000));
  }
});

test('seeds spread the moments over the whole replay and all victims', () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  const plans = seeds.map((seed) => planKill('before-answer', seed, 1000));
  expect(new Set(plans.map(({ push }) => push)).size).toBe(9);
  expect(new Set(plans.map(({ victim }) => victim)).size).toBe(3);
  expect(new Set(plans.map(momentOf)).size).toBe(27);
});
