import { expect, test } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { NOTHING_SELECTED, toggled, withRows } from './selection.ts';

const [ada, bea, cid] = ['ada', 'bea', 'cid'].map((id) => anAdminReferral({ id })) as [
  ReturnType<typeof anAdminReferral>,
  ReturnType<typeof anAdminReferral>,
  ReturnType<typeof anAdminReferral>,
];

test('rows are added to what is selected, as they were seen last', () => {
  const selected = withRows(withRows(NOTHING_SELECTED, [ada]), [bea, { ...ada, name: 'New' }]);
  expect([...selected.values()].map(({ id, name }) => [id, name])).toEqual([
    ['ada', 'New'],
    ['bea', bea.name],
  ]);
  expect(NOTHING_SELECTED.size).toBe(0);
});

test('a row is selected, or left out if it was', () => {
  const both = toggled(toggled(NOTHING_SELECTED, ada), bea);
  expect([...both.keys()]).toEqual(['ada', 'bea']);
  expect([...toggled(both, ada).keys()]).toEqual(['bea']);
  expect([...toggled(both, cid).keys()]).toEqual(['ada', 'bea', 'cid']);
});
