import { expect, test } from 'vitest';
import { parseShellSearch } from './shell-search.ts';

test('the shortcut of the installed app opens the add dialog', () => {
  expect(parseShellSearch({ add: 1 })).toEqual({ add: 1 });
  expect(parseShellSearch({ add: '1' })).toEqual({ add: 1 });
});

test('at most one dialog is open, and unknown parameters are dropped', () => {
  expect(parseShellSearch({ add: 1, help: 1 })).toEqual({ add: 1 });
  expect(parseShellSearch({ add: 'yes', utm_source: 'mail' })).toEqual({});
});
