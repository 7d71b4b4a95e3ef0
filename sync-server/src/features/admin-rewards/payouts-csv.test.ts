import type { Payout } from '@sunloop/shared-types';
import { expect, test } from 'vitest';
import { payoutsCsv } from './payouts-csv.ts';

const HEADER =
  '\uFEFFdate,username,email,amount,description,referralId,userId,id,amountCents,paidAt\r\n';

function payout(overrides: Partial<Payout> = {}): Payout {
  return {
    id: 'line',
    userId: 'user',
    referralId: 'referral',
    username: 'Ada',
    email: 'ada@example.com',
    amount: '$300',
    description: 'Reward for Grace',
    date: '2026-01-02T03:04:05.678Z',
    createdAt: '2026-01-02T03:04:05.678Z',
    amountCents: 30_000,
    paidAt: null,
    ...overrides,
  };
}

test('Without payouts there is the header, marked as UTF-8', () => {
  expect(payoutsCsv([])).toBe(HEADER);
});

test('Each payout is a line that ends in CRLF, an absent referral an empty cell', () => {
  expect(payoutsCsv([payout(), payout({ referralId: null })])).toBe(
    `${HEADER}2026-01-02T03:04:05.678Z,Ada,ada@example.com,$300,Reward for Grace,referral,user,line,30000,\r\n` +
      '2026-01-02T03:04:05.678Z,Ada,ada@example.com,$300,Reward for Grace,,user,line,30000,\r\n',
  );
});

const usernameCell = (username: string) =>
  payoutsCsv([payout({ username, date: '|' })])
    .slice(`${HEADER}|,`.length)
    .split(',ada@')[0];

test.each([
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Zoë 😀', 'Zoë 😀'],
])('%j is written as %j', (username, cell) => {
  expect(usernameCell(username)).toBe(cell);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['＝1', "'＝1"],
])('%j, which a spreadsheet would run, is written as %j', (username, cell) => {
  expect(usernameCell(username)).toBe(cell);
});

test('An amount taken back is kept from running too', () => {
  expect(payoutsCsv([payout({ amount: '-$1,300' })])).toContain(`,"'-$1,300",`);
});
