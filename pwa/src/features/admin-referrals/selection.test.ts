import { expect, test } from 'vitest';
import {
  ALL_SELECTED,
  countSelected,
  isSelected,
  NOTHING_SELECTED,
  toggled,
  withRows,
} from './selection.ts';

test('rows are selected and deselected one by one', () => {
  const one = toggled(NOTHING_SELECTED, 'a');
  expect(isSelected(one, 'a')).toBe(true);
  expect(countSelected(one, 10)).toBe(1);
  expect(countSelected(toggled(one, 'a'), 10)).toBe(0);
});

test('everything but one stays everything but one, whatever the length of the list', () => {
  const rest = toggled(ALL_SELECTED, 'a');
  expect(isSelected(rest, 'a')).toBe(false);
  expect(isSelected(rest, 'b')).toBe(true);
  expect(countSelected(rest, 200_000)).toBe(199_999);
  expect(countSelected(withRows(rest, ['a'], true), 200_000)).toBe(200_000);
});
