import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { printedColumns } from './printed-month.ts';
import { groupByUser, isReversal, searchGroups, stateOf, sumOf, sumText } from './payout-groups.ts';

const LONG_AGO = '2026-11-02T03:04:05.000Z';
const aLine = (overrides: Partial<Payout> = {}): Payout => ({
  id: uuidv7(),
  userId: 'ann',
  referralId: null,
  username: 'Ann',
  email: 'ann@example.com',
  amount: '$300',
  amountCents: 30_000,
  description: 'Reward',
  date: LONG_AGO,
  createdAt: LONG_AGO,
  paidAt: null,
  ...overrides,
});
const back = aLine({ amount: '-$300', amountCents: -30_000 });

test('paper says the office’s days', () => {
  const line = aLine({ date: '2026-12-01T03:00:00Z', paidAt: '2027-01-01T04:59:00Z' });
  const days = printedColumns('America/New_York').map(({ text }) => text(line));
  expect(days.slice(-2)).toEqual(['Nov 30, 2026', 'Dec 31, 2026']);
  expect(
    printedColumns(undefined)
      .map(({ text }) => text(line))
      .at(-2),
  ).toBe('Dec 1, 2026');
});

test('a reward taken back is recognized by its amount, even if that is not money', () => {
  expect(isReversal(back)).toBe(true);
  expect(isReversal(aLine({ amount: 'Reversed: 50% discount', amountCents: 0 }))).toBe(true);
  expect(isReversal(aLine({ amount: '-1 battery', amountCents: 0 }))).toBe(true);
  expect(isReversal(aLine({ amount: '$300 taken back', amountCents: -30_000 }))).toBe(true);
  expect(isReversal(aLine())).toBe(false);
  expect(isReversal(aLine({ amount: 'A battery', amountCents: 0 }))).toBe(false);
});

test('sums are in whole cents, and include what is paid and what was taken back', () => {
  const lines = [
    aLine({ amount: '$0.10', amountCents: 10 }),
    aLine({ amount: '$0.20', amountCents: 20, paidAt: LONG_AGO }),
    back,
  ];
  expect(sumOf(lines)).toEqual({
    lines: 3,
    cents: -29_970,
    paidCents: 20,
    unpaidCents: -29_990,
    unpaidLines: 2,
    reversals: 1,
    reversedCents: -30_000,
  });
  expect(sumText(sumOf(lines))).toBe('3 rewards, -$299.70 in all, with 1 taken back (-$300)');
  expect(sumText(sumOf([aLine()]))).toBe('1 reward, $300 in all');
});

test('lines are grouped by user, users sorted by name', () => {
  const bo = { userId: 'bo', username: 'bo', email: 'bo@example.com' };
  const groups = groupByUser([aLine(bo), aLine(), aLine({ ...bo, paidAt: LONG_AGO })]);
  expect(groups.map(({ username, lines }) => [username, lines.length])).toEqual([
    ['Ann', 1],
    ['bo', 2],
  ]);
  expect(groups.map(stateOf)).toEqual(['unpaid', 'unpaid']);
  expect(searchGroups(groups, ' BO@ ').map(({ userId }) => userId)).toEqual(['bo']);
  expect(searchGroups(groups, '')).toBe(groups);
  const [oneil] = groupByUser([aLine({ username: 'Zoë O’Neil' })]);
  expect(oneil && searchGroups([oneil], "zoe o'n")).toEqual([oneil]);
});

test('a user is paid when every line is', () => {
  expect(groupByUser([aLine({ paidAt: LONG_AGO })]).map(stateOf)).toEqual(['paid']);
});
