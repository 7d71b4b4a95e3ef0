import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
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

test('Without payouts the file is only the header, marked as UTF-8', () => {
  expect(payoutsCsv([])).toBe(HEADER);
});

test('Each payout is a line that ends in CRLF, and an absent referral is an empty cell', () => {
  const start = '2026-01-02T03:04:05.678Z,Ada,ada@example.com,$300,Reward for Grace';
  expect(payoutsCsv([payout(), payout({ referralId: null })])).toBe(
    `${HEADER}${start},referral,user,line,30000,\r\n${start},,user,line,30000,\r\n`,
  );
});

test('An amount taken back is not run as a formula', () => {
  expect(payoutsCsv([payout({ amount: '-$1,300' })])).toContain(`,"'-$1,300",`);
});
