import { expect, test } from 'vitest';
import { aCall } from '@sunloop/engine/test/builders.ts';
import { countWords, dayAfter, dueWords, leadWords, notedWords } from './call-words.ts';

const lead = { ownerId: null, ownerName: null, dueOn: null };

test('the day after the last of a month is the first of the next', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
});

test('counts say what is overdue only if something is', () => {
  expect(countWords({ total: 26, overdue: 3, isMore: false })).toBe('26 due, 3 overdue');
  expect(countWords({ total: 10_000, overdue: 0, isMore: true })).toBe('10,000+ due');
});

test('a day says how late it is', () => {
  const on = (dueOn: string | null) => dueWords({ ...lead, dueOn }, '2026-11-27')?.text;
  expect(on(null)).toBeUndefined();
  expect(on('2026-11-27')).toBe('Due today');
  expect(on('2026-11-26')).toBe('Overdue by 1 day');
  expect(on('2026-11-20')).toBe('Overdue by 7 days');
  expect(on('2026-11-30')).toMatch(/^Due Nov 30/);
});

test('a lead is nobody’s, mine or somebody’s', () => {
  expect(leadWords(lead, 'me')).toBe('Nobody yet');
  expect(leadWords({ ...lead, ownerId: 'me', ownerName: 'Ann' }, 'me')).toBe('Your lead');
  expect(leadWords({ ...lead, ownerId: 'other', ownerName: 'Bob' }, 'me')).toContain('Bob');
});

test('the notice of a call says what comes of it', () => {
  const told = (call: Parameters<typeof aCall>[1]) =>
    notedWords(aCall('id', call), 'Ada').description;
  expect(told({ outcome: 'no_answer' })).toContain('due again tomorrow');
  expect(told({ outcome: 'call_back', callBackOn: '2026-12-03' })).toContain('due on Dec 3');
  expect(told({ outcome: 'not_interested' })).toContain('will not be called again');
});
