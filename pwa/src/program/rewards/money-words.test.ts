import { expect, test } from 'vitest';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';
import { restOf } from './money-words.ts';

const DAY = startOfDay(new Date(2026, 11, 2, 12).getTime());
const money = { earnedCents: 340_000, paidCents: 190_000, dueAt: null };
const rest = (dueAt: string | null, paidCents = money.paidCents) =>
  restOf({ ...money, paidCents, dueAt }, DAY);

test('what is not paid is on its way, by the usual day if there is one', () => {
  expect(rest('2026-12-14T12:00:00.000Z')).toEqual({
    text: 'On its way $1,500, by Dec 14',
    isLate: false,
  });
  expect(rest(null)).toEqual({ text: 'On its way $1,500', isLate: false });
});

test('after that day it is late, in whole days', () => {
  expect(rest('2026-11-20T12:00:00.000Z')).toEqual({
    text: 'On its way $1,500, 12 days late',
    isLate: true,
  });
  const at = (day: number, hour: number) => new Date(2026, 11, day, hour).toISOString();
  expect(rest(at(1, 23))?.text).toBe('On its way $1,500, 1 day late');
  expect(rest(at(2, 0))?.text).toBe('On its way $1,500, by Dec 2');
});

test('nothing is on its way once all is paid, and what was paid too much is said', () => {
  expect(rest(null, money.earnedCents)).toBeUndefined();
  expect(rest(null, 370_000)).toEqual({ text: 'Overpaid $300', isLate: false });
});
