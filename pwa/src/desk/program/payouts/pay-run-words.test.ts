import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { expect, test } from 'vitest';
import {
  accountantFile,
  bankFile,
  formNote,
  needsForm,
  peopleText,
  slipOf,
  sumOfPeople,
} from './pay-run-words.ts';

const maya: OwedPerson = {
  userId: '0199c5d0-0000-7000-8000-000000000001',
  username: 'Maya Chen',
  email: 'maya@example.com',
  owedCents: 100_000,
  paidThisYearCents: 130_000,
  formReceivedOn: null,
  lines: [
    {
      id: '0199c5d0-0000-7000-8000-000000000002',
      amount: '$1000',
      amountCents: 100_000,
      description: 'Reward for Ann Lee',
      createdAt: '2026-11-02T03:04:05.000Z',
    },
  ],
};
const run: PayRun = { year: 2026, formOverCents: 200_000, people: [maya], isMore: false };
const handover = { method: 'check', reference: '1042' } as const;
const linesOf = (file: string) => file.replace('\uFEFF', '').trim().split('\r\n');

test('a tax form is asked for from the year’s limit on, unless it has come', () => {
  expect(needsForm(maya, run)).toBe(true);
  expect(formNote(maya, run)).toBe(
    'Maya Chen will have been paid $2,300 in 2026, over $2,000, and no tax form has come.',
  );
  expect(needsForm({ ...maya, formReceivedOn: '2026-02-03' }, run)).toBe(false);
  const atLimit = { ...maya, paidThisYearCents: 100_000 };
  expect(needsForm(atLimit, run)).toBe(true);
  expect(formNote(atLimit, run)).toBe(
    'Maya Chen will have been paid $2,000 in 2026, which is the limit, and no tax form has come.',
  );
  expect(needsForm({ ...maya, paidThisYearCents: 99_999 }, run)).toBe(false);
});

test('what several people are owed is added up in cents', () => {
  expect(sumOfPeople([maya, { ...maya, owedCents: 5 }, { ...maya, owedCents: 20 }])).toBe(100_025);
  expect(sumOfPeople([])).toBe(0);
  expect([1, 2, 1200].map(peopleText)).toEqual(['1 person', '2 people', '1,200 people']);
});

test('the bank gets a line a person, the accountant one for each reward', () => {
  expect(linesOf(bankFile([maya], handover))).toEqual([
    'name,email,amount,currency,method,reference',
    'Maya Chen,maya@example.com,1000.00,USD,Check,1042',
  ]);
  expect(linesOf(accountantFile([maya], handover, 'UTC'))[1]).toBe(
    'Maya Chen,maya@example.com,Reward for Ann Lee,2026-11-02,1000.00,Check,1042,2300.00,',
  );
});

test('the accountant reads the office’s days', () => {
  const earned = linesOf(accountantFile([maya], handover, 'America/New_York'))[1]?.split(',')[3];
  expect(earned).toBe('2026-11-01');
});

test('a slip says how much, how, what for and who signs', () => {
  const slip = slipOf(maya, handover, '2026-11-27');
  expect(slip).toEqual({
    title: '$1,000 for Maya Chen',
    note: 'Check · 1042 · Nov 27, 2026',
    lines: ['$1,000 · Reward for Ann Lee'],
    sign: 'Received by Maya Chen',
  });
  const cash = slipOf(maya, { method: 'cash', reference: '' }, '2026-11-27');
  expect(cash.note).toBe('Cash · Nov 27, 2026');
});
