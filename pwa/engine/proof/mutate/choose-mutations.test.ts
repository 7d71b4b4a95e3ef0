import { expect, test } from 'vitest';
import { MUTATIONS } from '../mutations/list.ts';
import { chooseMutations } from './choose-mutations.ts';

test('the parts of a run make up the whole list, each mutation once', () => {
  const parts = ['1/3', '2/3', '3/3'].flatMap((shard) => chooseMutations(MUTATIONS, { shard }));
  expect(parts).toHaveLength(MUTATIONS.length);
  expect(new Set(parts)).toEqual(new Set(MUTATIONS));
});

test('a rule or a word narrows the list', () => {
  const ofRule = chooseMutations(MUTATIONS, { rule: '12' });
  expect(new Set(ofRule.map(({ rule }) => rule))).toEqual(new Set([12]));
  const ofWord = chooseMutations(MUTATIONS, { only: 'PICKENTRY' });
  expect(new Set(ofWord.map(({ of }) => of))).toEqual(new Set(['pickEntry']));
});

test('choosing no mutation is an error instead of a success', () => {
  expect(() => chooseMutations(MUTATIONS, { rule: '999' })).toThrow('No mutation');
});
