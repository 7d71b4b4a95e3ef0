import { expect, test } from 'vitest';
import { claimAt, isVerified } from './claims.ts';

const CLAIMS = {
  roles: ['a'],
  realm_access: { roles: ['b'] },
  'https://sun.example/roles': ['c'],
  'cognito:groups': ['d'],
  resource_access: { 'sun.loop': { roles: ['e'] } },
  'realm_access.whole': 'f',
  list: ['g'],
};

test.each([
  ['roles', ['a']],
  ['realm_access.roles', ['b']],
  ['https://sun.example/roles', ['c']],
  ['cognito:groups', ['d']],
  ['resource_access.sun.loop.roles', ['e']],
  ['realm_access.whole', 'f'],
  ['realm_access', { roles: ['b'] }],
  ['realm_access.', undefined],
  ['.roles', undefined],
  ['nobody.roles', undefined],
  ['roles.length', undefined],
  ['list.constructor', undefined],
  ['__proto__.toString', undefined],
  ['constructor', undefined],
])('The claim %s is %j', (name, value) => {
  expect(claimAt(CLAIMS, name)).toEqual(value);
});

test.each([
  [true, false, true],
  ['true', false, true],
  [false, true, false],
  ['false', true, false],
  [1, true, false],
  ['yes', true, false],
  [undefined, false, false],
  [undefined, true, true],
  [null, true, true],
])('email_verified %j of a provider that verifies all (%s) is %s', (told, byDefault, is) => {
  expect(isVerified({ email_verified: told }, byDefault)).toBe(is);
});
