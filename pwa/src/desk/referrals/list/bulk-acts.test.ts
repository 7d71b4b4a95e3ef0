import { expect, test } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { changesTo, planOf, WAITING_ACTS_MAX } from './bulk-acts.ts';

const old = anAdminReferral({ name: 'Old', status: 'submitted' });
const done = anAdminReferral({ name: 'Done', status: 'completed' });
const newest = anAdminReferral({ name: 'New', status: 'in_progress' });
const SELECTED = [newest, done, old];

test('of what is selected, in order, those that already have the status are skipped', () => {
  expect(planOf(SELECTED, 'completed', 0)).toEqual({
    total: 2,
    targets: [newest, old],
    waiting: 0,
  });
});

test('each act names the status that was seen', () => {
  expect(changesTo('completed', planOf(SELECTED, 'completed', 0).targets)).toEqual([
    { act: 'status', id: newest.id, status: 'completed', expected: 'in_progress' },
    { act: 'status', id: old.id, status: 'completed', expected: 'submitted' },
  ]);
});

test('waiting changes take up room, and none is left when it is full', () => {
  const plan = planOf(SELECTED, 'completed', WAITING_ACTS_MAX - 1);
  expect(plan).toMatchObject({ total: 2, targets: [{ id: newest.id }] });
  expect(planOf(SELECTED, 'completed', WAITING_ACTS_MAX).targets).toEqual([]);
  expect(planOf(SELECTED, 'completed', WAITING_ACTS_MAX + 1).targets).toEqual([]);
});
