import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { filterOf, filterQuotes, quoteChips, searchQuotes, stepsOf } from './quote-list.ts';

const aQuote = (overrides: Partial<Quote> = {}): Quote => ({
  id: uuidv7(),
  referralCode: null,
  referralId: null,
  name: 'Vera Visitor',
  email: 'vera@example.com',
  phone: '+1 (555) 010-0042',
  address: null,
  message: null,
  status: 'open',
  createdAt: '2026-11-02T03:04:05.000Z',
  ...overrides,
});

test('a search covers everything that was written, ignoring case and accents', () => {
  const quotes = [aQuote({ name: 'José Sol' }), aQuote({ message: 'A FLAT roof' }), aQuote()];
  expect(searchQuotes(quotes, 'jose')).toEqual([quotes[0]]);
  expect(searchQuotes(quotes, ' flat ')).toEqual([quotes[1]]);
  expect(searchQuotes(quotes, '5550100042')).toHaveLength(3);
  expect(searchQuotes(quotes, '(555) 010 0042')).toHaveLength(3);
  expect(searchQuotes(quotes, '')).toBe(quotes);
  expect(searchQuotes(quotes, 'nobody')).toEqual([]);
});

test('the filters count what they show, and an unknown one shows all', () => {
  const quotes = [aQuote(), aQuote({ status: 'closed' }), aQuote({ status: 'closed' })];
  expect(quoteChips(quotes).map(({ id, count }) => [id, count])).toEqual([
    ['all', 3],
    ['open', 1],
    ['converted', 0],
    ['closed', 2],
  ]);
  expect(filterOf('nonsense')).toBe('all');
  expect(filterQuotes(quotes, filterOf('closed'))).toHaveLength(2);
});

test('a request can be turned into a referral only while it is none', () => {
  expect(stepsOf(aQuote())).toEqual({ canConvert: true, canClose: true, canReopen: false });
  expect(stepsOf(aQuote({ status: 'closed' }))).toEqual({
    canConvert: true,
    canClose: false,
    canReopen: true,
  });
  const converted = aQuote({ status: 'converted', referralId: uuidv7() });
  expect(stepsOf(converted)).toEqual({ canConvert: false, canClose: false, canReopen: false });
  const orphan = aQuote({ status: 'converted' });
  expect(stepsOf(orphan)).toEqual({ canConvert: true, canClose: false, canReopen: true });
});

test('a request of somebody forgotten becomes nobody’s referral and is not reopened', () => {
  const gone = aQuote({ email: '', status: 'closed' });
  expect(stepsOf(gone)).toEqual({ canConvert: false, canClose: false, canReopen: false });
});
