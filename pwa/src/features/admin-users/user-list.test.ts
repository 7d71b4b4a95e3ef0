import { expect, test } from 'vitest';
import { aUser } from '../../test/builders.ts';
import { groupChips, groupOf, searchUsers, usersOfGroup } from './user-list.ts';

const ann = aUser({ username: 'Ann', phone: '555 0101' });
const bob = aUser({ username: 'bob', isActive: 'false', referralCode: 'SUNNY123' });
const cleo = aUser({ username: 'Cleo', role: 'admin' });
const all = [ann, bob, cleo];
const names = (users: readonly { username: string }[]) => users.map(({ username }) => username);

test('the search finds part of a name, email, phone or code, ignoring case', () => {
  expect(names(searchUsers(all, ' BO '))).toEqual(['bob']);
  expect(names(searchUsers(all, '0101'))).toEqual(['Ann']);
  expect(names(searchUsers(all, 'sunny'))).toEqual(['bob']);
  expect(names(searchUsers(all, cleo.email.toUpperCase()))).toEqual(['Cleo']);
  expect(searchUsers(all)).toEqual(all);
});

test('groups are counted and can be shown alone', () => {
  expect(groupChips(all).map(({ count }) => count)).toEqual([3, 2, 1, 1]);
  expect(names(usersOfGroup(all, groupOf('inactive')))).toEqual(['bob']);
  expect(names(usersOfGroup(all, groupOf('admin')))).toEqual(['Cleo']);
  expect(groupOf('nonsense')).toBe('all');
});
