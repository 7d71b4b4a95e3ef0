import { expect, test } from 'vitest';
import { SPEC_COLUMNS } from './desk-columns.ts';
import { columnsOf, columnsText, FIRST_VIEW, isNarrowed, sortOf, viewOf } from './desk-view.ts';

test('an empty URL is the first view, and the first view leaves the URL empty', () => {
  expect(viewOf({})).toEqual(FIRST_VIEW);
  expect(sortOf(FIRST_VIEW)).toBeUndefined();
  expect(columnsText(columnsOf(undefined))).toBeUndefined();
});

test('an order survives the URL', () => {
  for (const sort of ['name', '-name', 'date', '-reward'])
    expect(sortOf(viewOf({ sort }))).toBe(sort);
});

test('unreadable values filter nothing', () => {
  expect(viewOf({ from: '2026-99-99', to: 'soon', sort: '-nonsense' })).toEqual(FIRST_VIEW);
  expect(columnsOf('nonsense')).toEqual(SPEC_COLUMNS);
});

test('days that can be read filter, and a view with any filter is narrowed', () => {
  const days = { from: '2026-03-01', to: '2026-03-31' };
  expect(viewOf(days)).toEqual({ ...FIRST_VIEW, ...days });
  expect(isNarrowed(FIRST_VIEW)).toBe(false);
  expect(isNarrowed({ ...FIRST_VIEW, column: 'name' })).toBe(false);
  for (const key of ['q', 'status', 'referrer', 'from', 'to'])
    expect(isNarrowed({ ...FIRST_VIEW, [key]: 'x' }), key).toBe(true);
});

test('columns keep the list’s order, whatever order they were chosen in', () => {
  expect(columnsOf(columnsText(['date', 'name', 'address']))).toEqual(['name', 'date', 'address']);
});
