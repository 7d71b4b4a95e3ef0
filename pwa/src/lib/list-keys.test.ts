import { expect, test } from 'vitest';
import { rowAfterKey } from './list-keys.ts';

test.each([
  ['ArrowDown', 5],
  ['ArrowUp', 3],
  ['PageDown', 9],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 9],
  ['a', undefined],
])('%s leads from the fifth of ten to %s', (key, place) => {
  expect(rowAfterKey(key, { index: 4, count: 10, pageSize: 6 })).toBe(place);
});

test('in an empty list, keys lead nowhere', () => {
  expect(rowAfterKey('End', { index: 0, count: 0, pageSize: 6 })).toBeUndefined();
});
