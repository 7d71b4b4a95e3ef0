import type { UnpaidReward } from '@sunloop/shared-types/program/own-ladder.ts';
import { expect, test } from 'vitest';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';
import { lateOf, restOf, whenWords } from './money-words.ts';

const NOW = startOfDay(new Date(2026, 11, 2, 12).getTime());
const NOV_13 = '2026-11-13T12:00:00.000Z';
const DEC_14 = '2026-12-14T12:00:00.000Z';
const money = { earnedCents: 340_000, paidCents: 190_000, dueAt: null };
const rest = (dueAt: string | null, paidCents = money.paidCents) =>
  restOf({ ...money, paidCents, dueAt }, NOW);
const unpaid = (name: string | null, amountCents: number, dueAt: string): UnpaidReward => ({
  referralId: name,
  name,
  amountCents,
  dueAt,
});
const plain = (text: string | undefined) => text?.replaceAll(/[\u2068\u2069]/g, '');

test('what is not paid is on its way, by the usual day if there is one and it has not passed', () => {
  expect(rest(DEC_14)).toBe('On its way $1,500, by Dec 14');
  expect(rest(null)).toBe('On its way $1,500');
  expect(rest(NOV_13)).toBe('On its way $1,500');
});

test('what is late is named with its friends and the first day it was due', () => {
  const lines = [unpaid('Ann', 100_000, NOV_13), unpaid('Bob', 50_000, '2026-11-20T12:00:00.000Z')];
  expect(plain(lateOf({ ...money, dueAt: NOV_13, unpaid: lines }, NOW))).toBe(
    '$1,500 is late: $1,000 for Ann, $500 for Bob, due Nov 13.',
  );
  const some = [unpaid(null, 30_000, NOV_13), unpaid('Bob', 50_000, DEC_14)];
  expect(lateOf({ ...money, dueAt: NOV_13, unpaid: some }, NOW)).toBe(
    '$300 is late: $300 for a friend, due Nov 13.',
  );
  expect(lateOf({ ...money, dueAt: NOV_13 }, NOW), 'of an older server').toBe(
    '$1,500 is late, due Nov 13.',
  );
  expect(lateOf({ ...money, dueAt: DEC_14 }, NOW)).toBeUndefined();
  expect(lateOf(money, NOW)).toBeUndefined();
});

test('the whole day on which it is due is in time', () => {
  const at = (day: number, hour: number) => new Date(2026, 11, day, hour).toISOString();
  expect(rest(at(2, 0))).toBe('On its way $1,500, by Dec 2');
  expect(lateOf({ ...money, dueAt: at(2, 0) }, NOW)).toBeUndefined();
  expect(lateOf({ ...money, dueAt: at(1, 23) }, NOW)).toBe('$1,500 is late, due Dec 1.');
});

test('each reward says its day', () => {
  expect(plain(whenWords(unpaid('Ann', 30_000, DEC_14), NOW))).toBe('$300 for Ann: by Dec 14');
  expect(plain(whenWords(unpaid('Ann', 30_000, NOV_13), NOW))).toBe(
    '$300 for Ann: late, it was due Nov 13',
  );
});

test('nothing is on its way once all is paid, and what was paid too much is said', () => {
  expect(rest(null, money.earnedCents)).toBeUndefined();
  expect(rest(null, 370_000)).toBe('Overpaid $300');
});
