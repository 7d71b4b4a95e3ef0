import { expect, test } from 'vitest';
import { parseAdminSearch, patchSearch } from './admin-search.ts';

test('a link into the console is read completely', () => {
  const search = { panel: 'users', q: 'ann', sort: '-createdAt', columns: 'name,email' };
  expect(parseAdminSearch(search)).toEqual(search);
});

test('what the router reads as a number or another JSON value is text here', () => {
  expect(parseAdminSearch({ q: 12, user: true })).toEqual({ q: '12', user: 'true' });
});

test('unknown panels, unknown keys, empty and nested values are dropped', () => {
  const search = { panel: 'secrets', utm: 'x', q: '', status: null, id: { a: 1 } };
  expect(parseAdminSearch(search)).toEqual({});
});

test('a patch changes what it names and removes what is undefined', () => {
  const now = { panel: 'users', q: 'ann', help: 1 } as const;
  expect(patchSearch(now, { q: undefined, id: '7' })).toEqual({ panel: 'users', id: '7', help: 1 });
});
