import { expect, test } from 'vitest';
import { parseShellSearch, withoutDialog } from './shell-search.ts';

test('the installed app’s shortcut opens the add dialog', () => {
  expect(parseShellSearch({ add: 1 })).toEqual({ add: 1 });
  expect(parseShellSearch({ add: '1' })).toEqual({ add: 1 });
});

test('at most one dialog is open, and unknown parameters are dropped', () => {
  expect(parseShellSearch({ add: 1, help: 1 })).toEqual({ add: 1 });
  expect(parseShellSearch({ add: 'yes', utm_source: 'mail' })).toEqual({});
});

test('a referral is opened by its id only', () => {
  const referral = '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d';
  expect(parseShellSearch({ referral })).toEqual({ referral });
  expect(parseShellSearch({ referral: '1 or 1' })).toEqual({});
});

test('closing a dialog keeps the filters of the page below', () => {
  const search = { add: 1 as const, status: 'completed', q: 'ann' };
  expect(withoutDialog(search)).toEqual({ status: 'completed', q: 'ann' });
});

test('a referral of a letter is found with what a chat put behind its link', () => {
  const referral = '0b1c2d3e-0000-4000-8000-00000000000f';
  expect(parseShellSearch({ referral: `${referral}.` })).toEqual({ referral });
  expect(parseShellSearch({ referral: referral.slice(1) })).toEqual({});
});
