import { expect, test } from 'vitest';
import { groupChips, usersQuestion } from './user-list.ts';

test('a place in the URL asks for a search, a group and an order', () => {
  const view = { q: '  Ann  ', status: 'inactive', sort: '-username' };
  expect(usersQuestion(view)).toEqual({ q: 'Ann', group: 'inactive', sort: '-username' });
});

test('nothing, or what nobody knows, asks for everybody, newest first', () => {
  const everybody = { q: undefined, group: undefined, sort: '-created' };
  expect(usersQuestion({})).toEqual(everybody);
  expect(usersQuestion({ q: ' ', status: 'nonsense', sort: 'phone' })).toEqual(everybody);
  expect(usersQuestion({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

test('groups are shown with their counts, and without while these are not known', () => {
  const counts = { all: 3, active: 2, inactive: 1, admin: 0 };
  expect(groupChips(counts).map(({ count }) => count)).toEqual([3, 2, 1, 0]);
  expect(groupChips(undefined).map(({ label }) => label)).toEqual([
    'All',
    'Active',
    'Inactive',
    'Admins',
  ]);
});
