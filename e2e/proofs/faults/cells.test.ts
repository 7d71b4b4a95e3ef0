import { expect, test } from 'vitest';
import { ACTIONS, FULL_TABLE, LEFT_OUT, nameOf, SHORT_TABLE } from './cells.ts';
import { FAULTS } from './faults.ts';

test('the short table meets each fault once and each action at least once', () => {
  const faults = SHORT_TABLE.map(({ row }) => row.fault);
  expect(faults.toSorted()).toEqual(FAULTS.map(({ fault }) => fault).toSorted());
  expect(new Set(SHORT_TABLE.map(({ action }) => action))).toEqual(new Set(ACTIONS));
});

test('the full table has every cell but those left out for a reason', () => {
  const left = Object.keys(LEFT_OUT);
  expect(FULL_TABLE).toHaveLength(FAULTS.length * ACTIONS.length - left.length);
  expect(FULL_TABLE.map(nameOf)).not.toEqual(expect.arrayContaining(left));
});
